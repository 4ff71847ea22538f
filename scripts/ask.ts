import { askInBrowser, type Asked } from './ask-browser.ts';
import { readCommand, USAGE, type AskCommand } from './ask-options.ts';
import { describeAsked } from './ask-print.ts';
import { serveSite, SiteError } from './ask-site.ts';

/** Seconds beyond the limit after which even a browser that hangs is given up. */
const GRACE = 5;

/** Builds, serves and asks. @throws {SiteError} where the folder can't be asked. */
async function ask(command: AskCommand): Promise<Asked> {
  const { question, engine, headed, timeout } = command;
  const deadline = Date.now() + timeout * 1000;
  const site = await serveSite({ ...command, report: (line) => console.error(line) });
  // Only now: what is wrong with a command is said at once.
  const { launchChromium, SOFTWARE_WEBGPU } = await import('./chromium.ts');
  const args = engine === 'webllm' ? SOFTWARE_WEBGPU : [];
  const browser = await launchChromium({ args, headless: !headed });
  const path = (command.page ?? site.start).replace(/^\/+/, '');
  const url = new URL(`./${path}`, site.url).href;
  const limit = Math.max(1, deadline - Date.now());
  const asked = await askInBrowser(browser, { url, question, engine, limit });
  await browser.close();
  await site.close();
  return { ...asked, errors: [...asked.errors, ...site.violations] };
}

function failed({ question, engine }: AskCommand, error: string): Asked {
  return {
    ...{ question, engine, answer: null, sources: [], prompt: [] },
    timings: { openMs: null, firstHitsMs: null, answerMs: null },
    requests: { total: 0, foreign: [] },
    errors: [error],
  };
}

async function withinLimit(command: AskCommand): Promise<Asked> {
  const late = new Promise<Asked>((resolve) => {
    const message = `Nothing came within ${command.timeout} seconds; raise --timeout.`;
    setTimeout(() => resolve(failed(command, message)), (command.timeout + GRACE) * 1000);
  });
  return Promise.race([ask(command), late]);
}

async function main(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command.kind === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (command.kind === 'wrong') {
    console.error(command.message);
    return 2;
  }
  // Only the object may stand on standard output, whatever the build prints.
  if (command.json) console.log = console.error;
  let asked: Asked;
  try {
    asked = await withinLimit(command);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (thrown instanceof SiteError) {
      console.error(message);
      return 2;
    }
    asked = failed(command, message);
  }
  process.stdout.write(`${command.json ? JSON.stringify(asked, null, 2) : describeAsked(asked)}\n`);
  for (const error of asked.errors) console.error(`Error: ${error}`);
  return isAnswered(asked) ? 0 : 1;
}

/** Whoever names a language model wants its answer; quotes alone are a failure then. */
function isAnswered({ answer, engine }: Asked): boolean {
  return answer !== null && !(engine === 'webllm' && answer.kind === 'extractive');
}

const code = await main();
// Written out first: a pipe takes a large object in pieces, and leaving would cut it.
process.stdout.write('', () => process.exit(code));
