import { AskPageError, describeThrown } from '../../core/errors.ts';

/** What a sentence about a file names. */
export interface FileWords {
  /** Name of the model for people. */
  model: string;
  /** Host that the file comes from. */
  host: string;
  /** Name of the file. */
  file: string;
}

interface TroubleDetails {
  waitMs?: number | undefined;
  status?: number;
}

/**
 * Why one attempt at a file failed. `again`: another attempt may do, after a wait; `wrong`: it arrived
 * and is not what it should be, so the browser's HTTP cache is passed by once; `final`: nothing helps.
 */
export class Trouble {
  readonly kind: 'again' | 'wrong' | 'final';
  readonly error: AskPageError;
  /** Milliseconds to wait, where it is known. */
  readonly waitMs: number | undefined;
  /** The host's answer, where that was the trouble. */
  readonly status: number | undefined;

  constructor(kind: Trouble['kind'], error: AskPageError, details: TroubleDetails = {}) {
    this.kind = kind;
    this.error = error;
    this.waitMs = details.waitMs;
    this.status = details.status;
  }
}

export function fileWords(model: string, url: string): FileWords {
  const { host, pathname } = new URL(url);
  return { model, host, file: pathname.split('/').at(-1) || pathname };
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));

const KEPT = 'What has arrived is kept.';

export const stalledError = ({ model, host }: FileWords): AskPageError =>
  new AskPageError(
    'stalled',
    `The download of the model ${model} stands still: ${host} sends nothing. ${KEPT} Check the connection, then try again.`,
  );

const offlineError = ({ model }: FileWords, cause: unknown): AskPageError =>
  new AskPageError(
    'offline',
    `This device is offline, and the model ${model} is not all here. ${KEPT} Try again when there is a network.`,
    { cause },
  );

const networkError = ({ model, host, file }: FileWords, cause: unknown): AskPageError =>
  new AskPageError(
    'network',
    `${host} could not be asked for ${file} of the model ${model}, or broke off. ${KEPT} Check the connection, and that ${host} is not blocked, then try again.`,
    { cause },
  );

/** A request or a body that broke off. */
export function brokenTrouble(thrown: unknown, words: FileWords, isOnline: boolean): Trouble {
  return isOnline
    ? new Trouble('again', networkError(words, thrown))
    : new Trouble('final', offlineError(words, thrown));
}

const MISSING = [401, 403, 404, 410];
const LONGEST_WAIT = 30_000;

/** `Retry-After` in milliseconds: seconds or a date. "At once" from a server that fails is no time to wait. */
function retryAfter(response: Response): number | undefined {
  const header = response.headers.get('retry-after');
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return wait > 0 ? Math.min(wait, LONGEST_WAIT) : undefined;
}

/** An answer other than 2xx. */
export function statusTrouble(response: Response, words: FileWords): Trouble {
  const { status } = response;
  const { model, host, file } = words;
  // The hub answers 401 for a model that does not exist.
  if (MISSING.includes(status)) {
    const sentence = `${host} has no file ${file} for the model ${model} (status ${status}). Tell the site's owner, who can check the model's address.`;
    return new Trouble('final', new AskPageError('model-not-found', sentence));
  }
  const sentence = `${host} could not deliver ${file} of the model ${model} (status ${status}). ${KEPT} Try again later.`;
  const error = new AskPageError('network', sentence);
  const isPassing = status >= 500 || status === 408 || status === 429;
  return isPassing
    ? new Trouble('again', error, { status, waitMs: retryAfter(response) })
    : new Trouble('final', error, { status });
}

/** A file that arrived but is not what it should be. `problem` completes "it …". */
export function badFileError({ file, model, host }: FileWords, problem: string): AskPageError {
  return new AskPageError(
    'model-invalid',
    `The file ${file} of the model ${model} from ${host} can't be used: it ${problem}. It was not kept. Try again later, or tell the site's owner.`,
  );
}

export const wrongTrouble = (words: FileWords, problem: string): Trouble =>
  new Trouble('wrong', badFileError(words, problem));

/** Room in bytes; without figures, the browser itself refused. */
export function quotaError(model: string, room?: { needed: number; free: number }): AskPageError {
  const figures = room
    ? `needs ${megabytes(room.needed)} MB more in this browser, and ${megabytes(room.free)} MB are free`
    : 'does not fit into what this browser lets the site keep';
  return new AskPageError(
    'quota-exceeded',
    `The model ${model} ${figures}. Free some disk space, or leave private browsing, then try again.`,
  );
}

export function storageError(cause?: unknown): AskPageError {
  return new AskPageError(
    'storage-unavailable',
    "This browser lets this page keep nothing, so it can't keep a language model. In a private window, open a normal one; else allow this site to store data.",
    { cause },
  );
}

const isQuota = (thrown: unknown): boolean =>
  /quota/i.test(thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown));

/** What is written down about a model could not be. */
export function receiptError(thrown: unknown, model: string): AskPageError {
  if (thrown instanceof AskPageError) return thrown;
  return isQuota(thrown) ? quotaError(model) : storageError(thrown);
}

/** A write that failed for a reason of the browser's own. */
export function writeTrouble(thrown: unknown, { model, file }: FileWords): Trouble {
  if (thrown instanceof AskPageError) return new Trouble('final', thrown);
  if (isQuota(thrown)) return new Trouble('final', quotaError(model));
  const sentence = `The file ${file} of the model ${model} could not be stored: ${describeThrown(thrown)} Free some disk space, then try again.`;
  return new Trouble('final', new AskPageError('storage-unavailable', sentence, { cause: thrown }));
}
