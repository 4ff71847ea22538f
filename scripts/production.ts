/**
 * Runs a build as for publication. A value of `NODE_ENV` from outside, such as a test runner's, would make
 * Vite build for development.
 */
export async function asProduction(run: () => Promise<unknown>): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await run();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}
