import { readFile } from 'node:fs/promises';
import { openVectors, type Vectors } from '../src/cli/eval/vectors.ts';
import { createAsk } from '../src/core/ask.ts';
import { readMarkdown } from '../src/core/documents/markdown.ts';
import { passagesOf } from '../src/core/documents/passages.ts';
import { fingerprint } from '../src/core/hash.ts';
import type { Retriever } from '../src/core/ports.ts';
import { DEFAULT_MODEL } from '../src/worker/embed-api.ts';
import { PassageStore } from '../src/worker/passage-store.ts';
import { Retrieval } from '../src/worker/retrieval.ts';
import { chatMl } from './chat-ml.ts';
import type { RequestLine, UnaskedLine } from './eval-answers-file.ts';
import type { Site } from './eval-answers-options.ts';

export type Request = RequestLine | UnaskedLine;

export interface RequestOptions {
  /** Questions at most. */
  limit: number;
  /** Requests of earlier runs, which are asked again as they are. */
  known: readonly Request[];
}

interface Question {
  id: string;
  type: string;
  question: string;
  answer_facts: string[];
}

interface Page {
  id: string;
  title: string;
  text: string;
}

const VECTORS = '.cache/eval-answers-vectors';

/** Requests to the model as the widget makes them, for the answerable questions of all sites in turn. */
export async function makeRequests(
  sites: readonly Site[],
  { limit, known }: RequestOptions,
): Promise<Request[]> {
  const embedder = await openEmbedder();
  const lists = await Promise.all(sites.map((site) => readSite(site, embedder)));
  const requests: Request[] = [];
  for (const { question, retriever } of inTurn(lists).slice(0, limit)) {
    const found = known.find(({ id }) => id === question.id);
    requests.push(found ?? (await requestFor(question, await retriever())));
  }
  await embedder.save();
  return requests;
}

/** A question with what finds its passages, which is made when it is first asked for. */
interface Open {
  question: Question;
  retriever: () => Promise<Retriever>;
}

async function readSite({ corpus, questions }: Site, embedder: Vectors): Promise<Open[]> {
  let made: Promise<Retriever> | undefined;
  const retriever = () => (made ??= readCorpus(corpus, embedder));
  const all = await readJsonLines<Question>(questions);
  return all
    .filter(({ type }) => type === 'answerable')
    .map((question) => ({ question, retriever }));
}

function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** The widget's own flow, up to the request. The nonce depends on the question alone. */
async function requestFor(
  { id, question, answer_facts: facts }: Question,
  retriever: Retriever,
): Promise<Request> {
  let next = Number.parseInt(fingerprint(id).slice(0, 8), 16);
  const ask = createAsk({ retriever, random: () => next++ });
  for await (const event of ask.ask(question)) {
    if (event.kind !== 'prompt' || event.prompt.kind !== 'answer') continue;
    const { messages, injected, report } = event.prompt;
    const { nonce } = report;
    return { kind: 'request', id, question, facts, injected, nonce, prompt: chatMl(messages) };
  }
  return { kind: 'unasked', id };
}

/** Passages and question as the model sees them, without the code of their marks. */
export function shownIn({ prompt, nonce }: RequestLine): string {
  const [shown = ''] = prompt.slice(prompt.lastIndexOf(USER) + USER.length).split('<|im_end|>');
  return shown.replaceAll(`-${nonce}`, '');
}

const USER = '<|im_start|>user\n';

/** Vectors are kept between runs; the model is loaded when the first one is missing. */
const openEmbedder = (): Promise<Vectors> =>
  openVectors({
    model: DEFAULT_MODEL,
    files: () => Promise.resolve({ base: 'public/models/' }),
    cache: VECTORS,
    onProgress: () => {},
    signal: new AbortController().signal,
  });

async function readCorpus(path: string, vectors: Vectors): Promise<Retriever> {
  const pages = await readJsonLines<Page>(path);
  const store = new PassageStore(DEFAULT_MODEL.dimensions);
  const sections = pages.flatMap(({ id, title, text }) =>
    readMarkdown({ url: id, title, markdown: text }),
  );
  for (const { key, text } of store.add(sections.flatMap(passagesOf))) {
    store.setVector(key, await vectors.embed([DEFAULT_MODEL.passagePrefix + text]));
  }
  const retrieval = new Retrieval(store);
  return {
    async search(question, { history = [], limit = 6 } = {}) {
      const vector = await vectors.embed([DEFAULT_MODEL.queryPrefix + question]);
      return retrieval.search({
        ...{ question, history: [...history], limit },
        vector: new Float32Array(vector),
      });
    },
  };
}

/** @throws {Error} naming file and line where one is no JSON. */
async function readJsonLines<T>(path: string): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as T];
    } catch {
      throw new Error(`Line ${index + 1} of ${path} is no JSON.`);
    }
  });
}
