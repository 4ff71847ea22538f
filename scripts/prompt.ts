import { randomBytes } from 'node:crypto';
import { estimateTokens } from '../src/core/documents/tokens.ts';
import { AskPageError } from '../src/core/errors.ts';
import { checkQuestion } from '../src/core/options.ts';
import { assemblePrompt, type Prompt } from '../src/core/prompt/assemble.ts';
import { drawNonce } from '../src/core/prompt/nonce.ts';
import { readCounter, readHistory, readPassages } from './prompt-input.ts';
import { readCommand, USAGE, UsageError, type PromptCommand } from './prompt-options.ts';
import { describePrompt } from './prompt-print.ts';

/** The request as the command asks for it. @throws {UsageError | AskPageError} */
async function assemble(command: PromptCommand): Promise<Prompt> {
  const { window, options } = command;
  const passages = await readPassages(command.passages);
  const history = command.history ? await readHistory(command.history) : [];
  const counter = command.tokenizer ? await readCounter(command.tokenizer) : undefined;
  const question = checkQuestion(command.question);
  const texts = [question, ...passages.flatMap(({ title, url, text }) => [title, url, text])];
  const nonce = drawNonce(texts, randomAfter(command.nonce));
  if (command.nonce && command.nonce !== nonce) {
    console.error(`The nonce ${command.nonce} stands in the texts; ${nonce} was drawn instead.`);
  }
  return assemblePrompt({
    ...{ question, passages, history, nonce, window, options },
    countTokens: (text) => counter?.count(text) ?? estimateTokens(text),
    controlTokens: counter?.controlTokens ?? [],
  });
}

/** The wished nonce first, then random ones: it must stand nowhere in the texts. */
function randomAfter(nonce: string | undefined): () => number {
  const wished = nonce === undefined ? [] : [Number.parseInt(nonce, 16)];
  return () => wished.shift() ?? randomBytes(4).readUInt32LE();
}

async function main(): Promise<number> {
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.kind === 'help') {
      console.log(USAGE);
      return 0;
    }
    const prompt = await assemble(command);
    const { messages, report } = prompt;
    console.log(
      command.json ? JSON.stringify({ messages, report }, null, 2) : describePrompt(prompt),
    );
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof UsageError || thrown instanceof AskPageError)) throw thrown;
    console.error(thrown.message);
    return thrown instanceof UsageError ? 2 : 1;
  }
}

process.exitCode = await main();
