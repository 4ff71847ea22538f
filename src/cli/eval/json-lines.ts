import { readFile } from 'node:fs/promises';
import { AskPageError, describeThrown } from '../../core/errors.ts';

/** One line of a JSON lines file, with its place for messages. */
export interface JsonLine {
  value: Readonly<Record<string, unknown>>;
  /** `FILE:LINE`, lines from 1. */
  place: string;
}

/**
 * The objects of a file with one JSON object a line; empty lines are passed over.
 * @throws {AskPageError} `bad-file` names the file and the line that is no object.
 */
export async function readJsonLines(file: string): Promise<JsonLine[]> {
  return parseJsonLines(await readText(file), file);
}

/** As `readJsonLines`, of a text that has been read. */
export function parseJsonLines(text: string, file: string): JsonLine[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, place }) => ({ value: parseObject(line, place), place }));
}

function parseObject(line: string, place: string): JsonLine['value'] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw badLine(place, `is not JSON (${describeThrown(cause)})`, cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badLine(place, 'is not a JSON object');
  }
  return value as JsonLine['value'];
}

/** A line that can't be used, and why. */
export const badLine = (place: string, what: string, cause?: unknown) =>
  new AskPageError('bad-file', `${place} ${what}. Correct the line.`, { cause });

/** A file's text. @throws {AskPageError} `bad-file` where it can't be read. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const what = isMissing
      ? `There is no file ${file}.`
      : `${file} can't be read (${describeThrown(cause)}).`;
    throw new AskPageError('bad-file', `${what} Check the path.`, { cause });
  }
}

/** A field's text; missing is `undefined`. @throws {AskPageError} `bad-file` where it is something else. */
export function textField({ value, place }: JsonLine, name: string): string | undefined {
  const field = value[name];
  if (field === undefined || typeof field === 'string') return field;
  throw badLine(place, `has a "${name}" that is not a text`);
}

/** A field's texts; missing is empty. @throws {AskPageError} `bad-file` where it is something else. */
export function textsField({ value, place }: JsonLine, name: string): string[] {
  const field = value[name] ?? [];
  if (Array.isArray(field) && field.every((each) => typeof each === 'string')) return field;
  throw badLine(place, `has a "${name}" that is not a list of texts`);
}
