import { parseArgs } from 'node:util';

export const ENGINES = ['auto', 'extractive', 'webllm'] as const;
export type EngineName = (typeof ENGINES)[number];

/** What the command line asks for. */
export interface AskCommand {
  kind: 'ask';
  question: string;
  json: boolean;
  engine: EngineName;
  /** Folder of static HTML; the demo where there is none. */
  site: string | undefined;
  /** Path of the page that is opened, below the site's root. */
  page: string | undefined;
  headed: boolean;
  csp: 'strict' | undefined;
  /** Seconds for everything together. */
  timeout: number;
}

export type Command = AskCommand | { kind: 'help' } | { kind: 'wrong'; message: string };

export const USAGE = `npm run ask -- "question" [options]

  --engine NAME      ${ENGINES.join(', ')}; default auto: quotes, and a language model only where one is ready
  --site DIR         asks a folder of static HTML instead of the demo; nothing is written to it
  --page PATH        the page that is opened; default index.html
  --csp strict       serves everything under a strict content security policy
  --json             prints one JSON object; everything else goes to stderr
  --headed           shows the browser
  --timeout SECONDS  for everything together; default 120`;

/** Reads the command line. What is wrong with it is told in one sentence that says what to do. */
export function readCommand(args: readonly string[]): Command {
  try {
    return checked(parse(args));
  } catch (thrown) {
    const [said] = (thrown instanceof Error ? thrown.message : String(thrown)).split(/[.\n]/);
    return wrong(`${said ?? 'The options are wrong'}; "npm run ask -- --help" lists the options.`);
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      engine: { type: 'string', default: 'auto' },
      site: { type: 'string' },
      page: { type: 'string' },
      headed: { type: 'boolean', default: false },
      csp: { type: 'string' },
      timeout: { type: 'string', default: '120' },
      help: { type: 'boolean', default: false },
    },
  });
}

function checked({ values, positionals }: ReturnType<typeof parse>): Command {
  const { json, site, page, headed, csp } = values;
  if (values.help) return { kind: 'help' };
  // A question without quotes around it arrives in pieces.
  const question = positionals.join(' ').trim();
  if (!question) {
    return wrong('The question is missing: npm run ask -- "how do I set the port?"');
  }
  const engine = ENGINES.find((name) => name === values.engine);
  if (!engine) {
    return wrong(`--engine ${values.engine} is not known; use ${ENGINES.join(', ')}.`);
  }
  if (csp !== undefined && csp !== 'strict') {
    return wrong(`--csp ${csp} is not known; use --csp strict.`);
  }
  const timeout = Number(values.timeout);
  if (!(timeout > 0 && timeout < 1e6)) {
    return wrong(`--timeout ${values.timeout} is no number of seconds; use, for example, 120.`);
  }
  return { kind: 'ask', question, json, engine, site, page, headed, csp, timeout };
}

function wrong(message: string): Command {
  return { kind: 'wrong', message };
}
