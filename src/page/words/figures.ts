import type { DownloadProgress } from '../../core/ports.ts';
import { languageTag, say, sayList } from './say.ts';

const GIGABYTE = 1e9;
const MEGABYTE = 1e6;
/** What would be rounded to a gigabyte is one. */
const FEWEST_GIGABYTES = 999.5e6;

/** How far a download is, for people: "312 of 945 MB, 4.0 MB/s, 3 minutes left". */
export function formatDownload(progress: DownloadProgress): string {
  const { doneBytes, totalBytes, bytesPerSecond, secondsLeft } = progress;
  return sayList([
    totalBytes > 0 ? formatShare(doneBytes, totalBytes) : formatBytes(doneBytes),
    ...(bytesPerSecond === undefined ? [] : [formatRate(bytesPerSecond)]),
    ...(secondsLeft === undefined ? [] : [say('timeLeft', { time: formatTime(secondsLeft) })]),
  ]);
}

/** The unit stands once, where it is the same. */
function formatShare(doneBytes: number, totalBytes: number): string {
  const isSame = doneBytes >= FEWEST_GIGABYTES === totalBytes >= FEWEST_GIGABYTES;
  const done = isSame ? bareFigure(doneBytes) : formatBytes(doneBytes);
  return say('downloaded', { done, total: formatBytes(totalBytes) });
}

const bareFigure = (bytes: number): string =>
  bytes >= FEWEST_GIGABYTES
    ? format(bytes / GIGABYTE, { minimumFractionDigits: 1 })
    : format(Math.round(bytes / MEGABYTE));

const formatRate = (bytesPerSecond: number): string =>
  format(bytesPerSecond / MEGABYTE, {
    ...{ style: 'unit', unit: 'megabyte-per-second', unitDisplay: 'short' },
    minimumFractionDigits: 1,
  });

function formatTime(seconds: number): string {
  if (seconds < 90) return formatWhole(Math.max(1, seconds), 'second');
  return seconds < 5400 ? formatWhole(seconds / 60, 'minute') : formatWhole(seconds / 3600, 'hour');
}

/** A size for people, decimal as networks count; a megabyte at least. */
export function formatBytes(bytes: number): string {
  return bytes >= FEWEST_GIGABYTES
    ? formatTenths(bytes / GIGABYTE, 'gigabyte')
    : formatUnit(Math.max(1, Math.round(bytes / MEGABYTE)), 'megabyte');
}

/** The same for small ones, too; number and unit stay in one line. */
export function formatSize(bytes: number): string {
  return smallSize(bytes).replaceAll(' ', '\u00a0');
}

function smallSize(bytes: number): string {
  if (bytes < 1000) return formatWhole(bytes, 'byte');
  if (bytes < 999_500) return formatUnit(Math.round(bytes / 1000), 'kilobyte');
  return bytes < FEWEST_GIGABYTES ? formatTenths(bytes / MEGABYTE, 'megabyte') : formatBytes(bytes);
}

const formatWhole = (value: number, unit: string): string =>
  format(Math.round(value), { style: 'unit', unit, unitDisplay: 'long' });

const formatUnit = (value: number, unit: string): string =>
  format(value, { style: 'unit', unit, unitDisplay: 'short' });

const formatTenths = (value: number, unit: string): string =>
  format(value, { style: 'unit', unit, unitDisplay: 'short', minimumFractionDigits: 1 });

const format = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 1, ...options }).format(value);
