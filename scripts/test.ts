import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import setup from '../test/browser/global-setup.ts';
import { buildPackage } from './build.ts';
import { requireChromium } from './chromium.ts';
import { asProduction } from './production.ts';

/** Every check before the tests: each counts as one. */
const CHECKS: readonly (readonly [name: string, command: string, ...rest: string[]])[] = [
  ['formatting', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['lint', 'eslint', '.'],
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['types of the core, without the DOM', 'tsc', '-p', 'tsconfig.core.json'],
];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', command), args, { stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };

function count(name: string, isGreen: boolean): void {
  console.log(`${isGreen ? 'passed' : 'FAILED'}: ${name}`);
  total[isGreen ? 'passed' : 'failed']++;
}

async function check(): Promise<void> {
  for (const [name, command, ...args] of CHECKS) count(name, await run(command, args));
}

/** Runs all tests and counts them from the runner's own report. */
async function runTests(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'askpage-test-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const isGreen = await run('vitest', args);
    const counts = JSON.parse(await readFile(report, 'utf8')) as Record<string, number>;
    const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = counts;
    // A file that can't be loaded, or an error outside a test, fails without a failed test.
    const failed = isGreen ? numFailedTests : Math.max(1, numFailedTests);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch (error) {
    console.error('The test runner left no report.', error);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Once for all tests: several of them need the package. */
async function build(): Promise<boolean> {
  try {
    // Vite would leave its word for a build to the test runner, which says another where it runs alone.
    await asProduction(async () => {
      await setup();
      await buildPackage({ quiet: true });
    });
    process.env.ASKPAGE_BUILT = '1';
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}

console.log(`Chromium: ${requireChromium()}`);
// Each keeps one core busy.
await Promise.all([check(), build().then((isBuilt) => count('build', isBuilt))]);
const tests = await runTests();
total.passed += tests.passed;
total.failed += tests.failed;
total.skipped += tests.skipped;

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;
