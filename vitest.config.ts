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
          // Chromium, the model and two cores: side by side they would only wait for each other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
