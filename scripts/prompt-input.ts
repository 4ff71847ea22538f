import { readFile } from 'node:fs/promises';
import type { ThreadTurn } from '../src/core/prompt/assemble.ts';
import type { CandidatePassage } from '../src/core/prompt/select.ts';
import { readTokenizer, type TokenCounter } from '../src/worker/webllm-tokens.ts';
import { UsageError } from './prompt-options.ts';

type Entry = Readonly<Record<string, unknown>>;

/** A JSON array of `{id, title, url, text, score?, date?}`. @throws {UsageError} */
export async function readPassages(file: string): Promise<CandidatePassage[]> {
  const entries = await readEntries(file);
  return entries.map((entry, index) => {
    const place = `Entry ${index + 1} of ${file}`;
    const { id = index + 1, score } = entry;
    if (score !== undefined && typeof score !== 'number') {
      throw new UsageError(`${place} has a score that is no number; give 0 to 1, or leave it out.`);
    }
    const date = optionalText(entry, 'date', place);
    return {
      id: typeof id === 'number' ? String(id) : (optionalText(entry, 'id', place) ?? ''),
      title: optionalText(entry, 'title', place) ?? '',
      url: optionalText(entry, 'url', place) ?? '',
      text: requiredText(entry, 'text', place),
      ...(score !== undefined && { score }),
      ...(date !== undefined && { date }),
    };
  });
}

/** A JSON array of `{question, answer, sent?, reply?, numbers?}`. @throws {UsageError} */
export async function readHistory(file: string): Promise<ThreadTurn[]> {
  const entries = await readEntries(file);
  return entries.map((entry, index) => {
    const place = `Entry ${index + 1} of ${file}`;
    return {
      question: requiredText(entry, 'question', place),
      answer: requiredText(entry, 'answer', place),
      sent: optionalText(entry, 'sent', place),
      reply: optionalText(entry, 'reply', place),
      numbers: optionalNumbers(entry, 'numbers', place),
    };
  });
}

/** Counts by a `tokenizer.json`, and knows its control tokens. @throws {UsageError} */
export async function readCounter(file: string): Promise<TokenCounter> {
  const counter = await readTokenizer(new Response(await readText(file)));
  if (counter) return counter;
  throw new UsageError(`${file} is no tokenizer.json that can be read; name that of the model.`);
}

async function readEntries(file: string): Promise<Entry[]> {
  const text = await readText(file);
  const wanted = 'it must hold a JSON array of objects';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON; ${wanted}.`);
  }
  if (!Array.isArray(value)) throw new UsageError(`${file} holds no array; ${wanted}.`);
  return value.map((entry: unknown, index) => {
    if (typeof entry === 'object' && entry !== null && !Array.isArray(entry)) return entry as Entry;
    throw new UsageError(`Entry ${index + 1} of ${file} is no object; ${wanted}.`);
  });
}

async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch {
    throw new UsageError(`${file} cannot be read; name a file that is there.`);
  }
}

function requiredText(entry: Entry, name: string, place: string): string {
  const value = optionalText(entry, name, place);
  if (value !== undefined) return value;
  throw new UsageError(`${place} has no "${name}"; add it.`);
}

function optionalText(entry: Entry, name: string, place: string): string | undefined {
  const value = entry[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new UsageError(`${place} has a "${name}" that is no text; make it a string.`);
}

function optionalNumbers(entry: Entry, name: string, place: string): number[] | undefined {
  const value = entry[name] ?? undefined;
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.every((each) => Number.isSafeInteger(each));
  if (isList) return value as number[];
  throw new UsageError(`${place} has "${name}" that are no list of numbers; make it, say, [1, 2].`);
}
