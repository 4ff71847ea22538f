import type { DownloadProgress } from '../../core/ports.ts';

/** Words of the heavy part's views. */
export const WORDS = {
  searching: 'Searching',
  reading: 'Finding the best passages',
  modelReads: (model: string) => `${model} reads the passages`,
  writing: (model: string) => `${model} is writing`,
  answered: (sources: number) => `Answer ready, ${sources} ${sources === 1 ? 'source' : 'sources'}`,
  nothingFound: 'No answer found',
  failed: 'That did not work',
  results: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  noResults: 'No page has these words. Press Enter to ask all the same.',
  sources: 'Sources',
  moreResults: 'Closest passages',
  hits: 'Pages',
  quoted: 'Quoted from the page',
  quotedWords: 'Quoted from the page, found by its words',
  here: (model: string) => `on this device by ${model}`,
  elsewhere: (model: string, origin: string) => `by ${model} (${origin})`,
  generated: (by: string) => `Written ${by}. Check it against the sources.`,
  ownKnowledge: (by: string) =>
    `Not from this site: written ${by} from what it knows. It may be wrong.`,
  checking: 'Checking it against the sources',
  unfound: 'not found in the sources',
  absent: 'not in the sources',
  absentNames: (names: string) => `Not in the sources: ${names}`,
  marks: 'Dotted: not found in the sources. Struck out: not in the sources at all.',
  withdrawn: (model: string) =>
    `Most of what ${model} wrote was not found in the sources, so it is left out.`,
  showAnyway: 'Show what it wrote',
  answeredByQuote: (sources: number) =>
    `Answer ready, quoted from the page, ${sources} ${sources === 1 ? 'source' : 'sources'}`,
  writeAgain: 'Write it again',
  stopped: 'Stopped.',
  retry: 'Try again',
  meaningReady: 'This answer was found by words only. The search by meaning is ready now.',
  modelReady: 'The search model that may know the words left out is ready now.',
  askAgain: 'Ask again',
  stop: 'Stop',
  engineFailed: (why: string) => `The language model could not answer: ${why}`,
  offerTitle: 'A language model can write the answer on this device',
  offer: (model: string, size: string, origin: string) =>
    `${model}, ${size} once from ${origin}, kept for this site only. Your questions stay here.`,
  sizeUnknown: 'size unknown',
  licence: 'Licence',
  room: (free: string) => `The browser lets this site keep ${free} more.`,
  chooseModel: 'Model',
  memory: (size: string) => `${size} of memory`,
  rate: (tokens: number) => `about ${tokens} tokens a second`,
  download: (size: string) => `Download ${size}`,
  use: 'Load it',
  notNow: 'Not now',
  never: 'Never on this site',
  loadingModel: (model: string) => `Loading ${model}`,
  pause: 'Pause',
  paused: (model: string) => `${model} is paused`,
  keptSoFar: 'What has arrived is kept.',
  goOn: 'Go on',
  stalled: 'Nothing arrives. Trying again.',
  models: 'Language model',
  noModels: 'No language model is stored for this site.',
  modelWrites: (model: string) => `${model} writes answers here.`,
  modelRefused: 'You wanted no language model on this site.',
  offerAgain: 'Show the offer',
  incomplete: 'not complete',
  from: (origin: string) => `from ${origin}`,
  deleteModel: (model: string) => `Delete ${model}`,
  delete: 'Delete',
  inspector: 'The request to the language model',
  injected: 'injected',
  copy: 'Copy',
  copyCode: 'Copy code',
  copied: 'Copied',
  selected: 'Selected',
  table: 'Table',
  task: (isDone: boolean) => (isDone ? '☑ ' : '☐ '),
  idle: 'Type to search, press Enter for an answer.',
  privacy: 'Answered on this device. Nothing is sent.',
  ownParts: 'Answered by a service that this site’s owner has chosen.',
  ownEngine: (origin: string) =>
    `Answers are written by ${origin}, which this site’s owner has chosen.`,
  keys: [
    ['↑↓', 'choose'],
    ['↵', 'ask or open'],
    ['Esc', 'close'],
  ],
} as const;

/** How far a download is, for people: "312 of 945 MB, 4 MB/s, 3 minutes left". */
export function formatDownload({
  doneBytes,
  totalBytes,
  bytesPerSecond,
  secondsLeft,
}: DownloadProgress): string {
  const done =
    totalBytes > 0
      ? `${megabytes(doneBytes)} of ${formatBytes(totalBytes)}`
      : formatBytes(doneBytes);
  const rate = bytesPerSecond === undefined ? [] : [`${(bytesPerSecond / 1e6).toFixed(1)} MB/s`];
  const left = secondsLeft === undefined ? [] : [formatTimeLeft(secondsLeft)];
  return [done, ...rate, ...left].join(', ');
}

const megabytes = (bytes: number): string =>
  bytes >= 999.5e6 ? formatBytes(bytes) : String(Math.round(bytes / 1e6));

function formatTimeLeft(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} seconds left`;
  return seconds < 5400
    ? `${Math.round(seconds / 60)} minutes left`
    : `${Math.round(seconds / 3600)} hours left`;
}

/** A size for people, decimal as networks count. */
export function formatBytes(bytes: number): string {
  if (bytes >= 999.5e6) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
