import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts', 'test/build/**/*.test.ts'],
          globalSetup: 'test/browser/global-setup.ts',
          // Half of their time is waiting; more than two Chromiums would only wait for each other.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
