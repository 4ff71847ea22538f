import { stat } from 'node:fs/promises';
import { launchChromium, SOFTWARE_WEBGPU } from './chromium.ts';
import { runLlama } from './test-engine-llama.ts';
import { readCommand, USAGE, type Command } from './test-engine-options.ts';
import { StepLog } from './test-engine-steps.ts';
import { runWebllm } from './test-engine-webllm.ts';

type EngineCommand = Exclude<Command, { kind: 'help' | 'wrong' }>;

async function runEngine(command: EngineCommand, log: StepLog): Promise<void> {
  const { kind, timeout, isHeaded } = command;
  const args = kind === 'webllm' ? SOFTWARE_WEBGPU : [];
  const browser = await launchChromium({ args, headless: !isHeaded });
  const run = { browser, log, limit: timeout * 1000 };
  try {
    if (command.kind === 'llama-cpp') await runLlama({ ...run, model: command.model });
    else await runWebllm({ ...run, ...command });
  } finally {
    await browser.close();
  }
}

/** What is missing on the disk; undefined where all is there. */
async function findMissing(command: EngineCommand): Promise<string | undefined> {
  const isAddress = command.kind === 'webllm' && /^https?:/.test(command.modelBase);
  const path = command.kind === 'llama-cpp' ? command.model : command.modelBase;
  if (isAddress || (await stat(path).catch(() => undefined))) return undefined;
  return `There is nothing at ${path}.`;
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command.kind === 'help') {
    console.log(USAGE);
    return 0;
  }
  const wrong = command.kind === 'wrong' ? command.message : await findMissing(command);
  if (wrong !== undefined || command.kind === 'wrong') {
    console.error(`${wrong}\n\n${USAGE}`);
    return 2;
  }
  const log = new StepLog();
  let error: string | undefined;
  try {
    await runEngine(command, log);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
    console.error(error);
  }
  const { steps } = log;
  const isOk = log.isOk && error === undefined;
  console.log(JSON.stringify({ engine: command.kind, isOk, steps, error }, null, 2));
  return isOk ? 0 : 1;
}

// The browser ends with this process; a build or a server must not keep it.
process.once('SIGINT', () => process.exit(130));
process.exit(await main());
