import type { AddressTraffic } from '../../core/traffic.ts';

type Sum = Omit<AddressTraffic, 'url'>;

/** Words of the panel that tells what left the device. */
export const PRIVACY = {
  title: 'What left this device',
  nowhere: 'Your questions: nowhere. They are searched and answered here.',
  ownEngineAt: (origin: string) =>
    `Your questions, with passages that answer them: to ${origin}, which this site’s owner has chosen.`,
  ownEngine:
    'Your questions, with passages that answer them: to a model that this site’s owner has chosen. What it sends on can’t be seen from here.',
  ownRetriever:
    'Your questions: to a search that this site’s owner has chosen. What it sends on can’t be seen from here.',
  browserModel:
    'Answers are written by the browser’s own model. What the browser sends can’t be seen from here.',
  fetched: 'Files were fetched, since this page was opened, from:',
  fetchedNothing: 'Nothing was fetched since this page was opened.',
  thisSite: (host: string) => `this site (${host})`,
  sum: ({ requests, bytes, isMore }: Sum) =>
    `${formatRequests(requests)}, ${bytesText(bytes, isMore)}`,
  pattern:
    'No request holds a word of a question. The same files come whatever you ask, but for one case: a question whose words are strange to this site may bring a larger search model, once.',
  unseen:
    'A host that is asked learns your network address, the time and the name of this site, as from any page. Not listed are what the page itself loads or sends, and a model that another tab has fetched.',
} as const;

/** Keeps a number and its unit in one line. */
const SPACE = '\u00a0';

const formatRequests = (count: number): string =>
  `${String(count)}${SPACE}${count === 1 ? 'request' : 'requests'}`;

function bytesText(bytes: number, isMore: boolean): string {
  if (!isMore) return bytes === 0 ? 'from the browser’s cache' : formatSize(bytes);
  return bytes === 0
    ? 'the browser doesn’t tell the size'
    : `${formatSize(bytes)} and more, which the browser doesn’t tell`;
}

/** A size for people, decimal as networks count; small ones, too. */
function formatSize(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)}${SPACE}bytes`;
  if (bytes < 999_500) return `${String(Math.round(bytes / 1000))}${SPACE}kB`;
  return bytes < 999.5e6
    ? `${(bytes / 1e6).toFixed(1)}${SPACE}MB`
    : `${(bytes / 1e9).toFixed(1)}${SPACE}GB`;
}
