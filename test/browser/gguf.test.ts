import { openSync, readSync, closeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import type { Message } from '../../src/core/ports.ts';
import type { Prompt } from '../../src/core/prompt/assemble.ts';
import { CASES, passagesIn, pastedIn, requestFor, textOf } from '../hostile/documents.ts';

/** Path of a GGUF file with a ChatML model, such as SmolLM2-135M-Instruct; without one nothing runs. */
const GGUF = process.env.ASKPAGE_GGUF ?? '';

/** The model's vocabulary, as the file's header has it. */
interface Vocabulary {
  tokens: string[];
  merges: string[];
  /** 3 for control tokens. */
  types: number[];
}

const KEYS: Readonly<Record<string, keyof Vocabulary>> = {
  'tokenizer.ggml.tokens': 'tokens',
  'tokenizer.ggml.merges': 'merges',
  'tokenizer.ggml.token_type': 'types',
};

const STRING = 8;
const ARRAY = 9;
/** Bytes of a number, by its type in the format's list (ggml-org/ggml, docs/gguf.md). */
const SIZES: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

function readVocabulary(path: string): Vocabulary {
  const bytes = Buffer.alloc(16 * 2 ** 20);
  const file = openSync(path, 'r');
  readSync(file, bytes);
  closeSync(file);
  let at = 16;
  const uint64 = () => Number(bytes.readBigUInt64LE((at += 8) - 8));
  const uint32 = () => bytes.readUInt32LE((at += 4) - 4);
  const text = () => {
    const length = uint64();
    return bytes.toString('utf8', at, (at += length));
  };
  const value = (type: number): unknown => {
    if (type === STRING) return text();
    if (type !== ARRAY) {
      at += SIZES[type] ?? 0;
      return type === 5 ? bytes.readInt32LE(at - 4) : undefined;
    }
    const inner = uint32();
    return Array.from({ length: uint64() }, () => value(inner));
  };
  const found: Vocabulary = { tokens: [], merges: [], types: [] };
  for (let left = uint64(); left > 0; left--) {
    const key = KEYS[text()];
    const read = value(uint32());
    if (key) Object.assign(found, { [key]: read });
  }
  return found;
}

/** The tokenizer of SmolLM2's family: GPT-2's byte-level BPE, digits one by one. */
function buildTokenizer({ tokens, merges, types }: Vocabulary): Tokenizer {
  const control = tokens
    .map((content, id) => ({ id, content }))
    .filter(({ id }) => types[id] === 3);
  const added = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  const json = {
    added_tokens: control.map((token) => ({ ...token, ...added, special: true })),
    normalizer: null,
    pre_tokenizer: {
      type: 'Sequence',
      pretokenizers: [
        { type: 'Digits', individual_digits: true },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
      ],
    },
    post_processor: null,
    decoder: { type: 'ByteLevel' },
    model: {
      type: 'BPE',
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
  return new Tokenizer(json, {});
}

/** A page that loads the model and says how many tokens llama.cpp makes of a conversation. */
const ENTRY = `
import { Wllama } from '@wllama/wllama';
let model;
globalThis.loadModel = async (wasm, file) => {
  const blob = await (await fetch(file)).blob();
  model = new Wllama({ default: wasm }, { suppressNativeLog: true });
  await model.loadModel([blob], { n_ctx: 64, n_batch: 64, n_parallel: 1, n_gpu_layers: 0, n_threads: 1, warmup: false });
};
// The window is so small that every request is refused, by its number of tokens, before any is read.
globalThis.countTokens = async (messages) => {
  try {
    await model.createChatCompletion({ messages, max_tokens: 1 });
  } catch (error) {
    const tokens = /request \\((\\d+) tokens\\) exceeds/.exec(error.message)?.[1];
    if (tokens) return Number(tokens);
    throw error;
  }
  throw new Error('The request fits into 64 tokens.');
};
`;

interface Counter {
  loadModel(wasm: string, file: string): Promise<void>;
  countTokens(messages: readonly Message[]): Promise<number>;
}

/** What the model reads of a conversation: its template, written out. */
const chatMl = (messages: readonly Message[]) =>
  messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`).join('');

const WRITING = '<|im_start|>assistant\n';
const WINDOW = 1200;
const REPLY = 320;

describe.skipIf(GGUF === '')('with the tokenizer of a GGUF model', () => {
  let server: RunningServer;
  let browser: Browser;
  let page: Page;
  let tokenizer: Tokenizer;
  let control: ReadonlyMap<number, string>;

  const idsOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const countTokens = (text: string) => idsOf(text).length;
  const controlIn = (messages: readonly Message[]) =>
    idsOf(chatMl(messages)).filter((id) => control.has(id)).length;
  /** By llama.cpp itself. */
  const realCount = (messages: readonly Message[]) =>
    page.evaluate((list) => (globalThis as unknown as Counter).countTokens(list), messages);

  beforeAll(async () => {
    const vocabulary = readVocabulary(GGUF);
    tokenizer = buildTokenizer(vocabulary);
    const { tokens, types } = vocabulary;
    control = new Map([...tokens.entries()].filter(([id]) => types[id] === 3));
    const code = await bundle('gguf-entry', { text: ENTRY });
    server = await serveFolders({
      mounts: { '/wasm/': 'node_modules/@wllama/wllama/esm/wasm', '/model/': dirname(GGUF) },
      handle(request, response) {
        const [type, body] =
          request.url === '/'
            ? ['text/html', '<!doctype html><script type="module" src="/entry.js"></script>']
            : ['text/javascript', code];
        if (request.url !== '/' && request.url !== '/entry.js') return false;
        response.writeHead(200, { 'content-type': type }).end(body);
        return true;
      },
    });
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(
      ([wasm = '', file = '']) => (globalThis as unknown as Counter).loadModel(wasm, file),
      [`${server.url}wasm/wllama.wasm`, `${server.url}model/${basename(GGUF)}`],
    );
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  const ask = (given: Parameters<typeof requestFor>[1], question = 'Which port is it?'): Prompt =>
    requestFor(
      { file: '', fact: '', question },
      { window: WINDOW, countTokens, controlTokens: [...control.values()], ...given },
    );
  const harmless = () =>
    ask({
      passages: [{ id: 'a', title: 'Port', url: 'a.html', text: 'The port is 3000. '.repeat(6) }],
    });

  it.each(CASES)('$file gives the model no control token, and fits its window', async (hostile) => {
    for (const passages of [passagesIn(hostile), pastedIn(hostile)]) {
      const prompt = ask({ passages }, hostile.question);
      if (prompt.kind === 'abstain') {
        // Pasted whole, it has no room.
        expect(textOf(hostile).length).toBeGreaterThan(2000);
        continue;
      }
      expect(controlIn(prompt.messages)).toBe(controlIn(harmless().messages));
      const tokens = await realCount(prompt.messages);
      expect(tokens).toBeLessThanOrEqual(WINDOW - REPLY);
      // Our counts are the model's own.
      expect(countTokens(chatMl(prompt.messages) + WRITING)).toBe(tokens);
    }
  });

  it("the model's own control tokens in a document, a title or a question are none", async () => {
    const text = [...control.values()].join(' and ');
    const passages = [{ id: 'a', title: text, url: `a.html?${text}`, text: `Ends with ${text}.` }];
    const history = [{ question: text, answer: text }];
    const given = { passages, history, window: 8000 };
    const prompt = ask(given, `Is it ${text}?`);
    const spared = ask({ ...given, passages: [{ id: 'a', title: 't', url: 'u', text: 'x' }] });
    expect(control.size).toBeGreaterThan(2);
    expect(controlIn(prompt.messages)).toBe(controlIn(spared.messages));
    expect(await realCount(prompt.messages)).toBe(countTokens(chatMl(prompt.messages) + WRITING));
    // As they are, they would be: in the text, the question and the exchange before (attributes escape theirs).
    const raw = prompt.messages.map(({ role, content }) => ({
      role,
      content: prompt.restore(content),
    }));
    expect(controlIn(raw)).toBeGreaterThanOrEqual(controlIn(spared.messages) + 4 * control.size);
    expect(await realCount(raw)).toBe(countTokens(chatMl(raw) + WRITING));
  });
});
