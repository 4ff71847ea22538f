/** Words of the heavy part's views. */
export const WORDS = {
  searching: 'Searching',
  reading: 'Finding the best passages',
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
  generated: (model: string) => `Written on this device by ${model}. Check it against the sources.`,
  ownKnowledge: (model: string) =>
    `Not from this site: written on this device by ${model} from what it knows. It may be wrong.`,
  stopped: 'Stopped.',
  retry: 'Try again',
  meaningReady: 'This answer was found by words only. The search by meaning is ready now.',
  modelReady: 'The search model that may know the words left out is ready now.',
  askAgain: 'Ask again',
  stop: 'Stop',
  engineFailed: (why: string) => `The language model could not answer: ${why}`,
  offerTitle: 'A language model can write the answer on this device',
  offer: (model: string, size: string, origin: string) =>
    `${model}, ${size} once from ${origin}, then kept for this site. Your questions stay here.`,
  licence: 'Licence',
  download: (size: string) => `Download ${size}`,
  notNow: 'Not now',
  loadingModel: (model: string) => `Loading ${model}`,
  inspector: 'The request to the language model',
  injected: 'injected',
  copy: 'Copy',
  idle: 'Type to search, press Enter for an answer.',
  privacy: 'Answered on this device. Nothing is sent.',
  ownParts: 'Answered by a service that this site’s owner has chosen.',
  keys: [
    ['↑↓', 'choose'],
    ['↵', 'ask or open'],
    ['Esc', 'close'],
  ],
} as const;

/** A size for people, decimal as networks count. */
export function formatBytes(bytes: number): string {
  if (bytes >= 999.5e6) return `${(bytes / 1e9).toFixed(1)} GB`;
  return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
}
