import { median } from './bench-page.ts';

/** One measured figure: the median of its rounds. */
export interface Figure {
  name: string;
  unit: 'ratio' | 'ms' | 'passages/s' | 'tokens/s' | 'tokens' | 'requests' | 'kB' | 'MB';
  median: number;
  /** One a round, in order. */
  rounds: number[];
  /** What is aimed at, if anything. */
  wanted?: Wanted;
  /** Whether the median is as wanted. */
  met?: boolean;
  /** What else should be known about it. */
  note?: string;
}

export type Wanted = { atLeast: number } | { atMost: number };

/** What a reader's browser fetches at one point. Bytes of a file count where it is fetched first. */
export interface Stage {
  name: string;
  raw: number;
  gzip: number;
  files: { path: string; raw: number; gzip: number }[];
}

export interface Results {
  figures: Figure[];
  stages: Stage[];
}

interface FigureOptions extends Pick<Figure, 'name' | 'unit' | 'rounds'> {
  wanted?: Wanted;
  note?: string;
}

export function figure({ name, unit, rounds, wanted, note }: FigureOptions): Figure {
  const middle = median(rounds);
  const met = wanted && ('atLeast' in wanted ? middle >= wanted.atLeast : middle <= wanted.atMost);
  return {
    ...{ name, unit, median: middle, rounds },
    ...(wanted && { wanted, met: met === true }),
    ...(note && { note }),
  };
}

/** The results as a table: ratios first, then times, then bytes. */
export function describeResults({ figures, stages }: Results): string {
  const ratios = figures.filter(({ unit }) => unit === 'ratio');
  const rest = figures.filter(({ unit }) => unit !== 'ratio');
  const lines = [...ratios, ...rest].map(figureLine);
  return [...lines, ...(stages.length > 0 ? ['', ...stages.flatMap(stageLines)] : [])].join('\n');
}

function figureLine({ name, unit, median: middle, rounds, wanted, met, note }: Figure): string {
  const value = `${round(middle)}${unit === 'ratio' ? '' : ` ${unit}`}`;
  const range = `${round(Math.min(...rounds))} to ${round(Math.max(...rounds))}`;
  const aim = wanted ? ('atLeast' in wanted ? `≥ ${wanted.atLeast}` : `≤ ${wanted.atMost}`) : '';
  const verdict = wanted ? `wanted ${aim}: ${met ? 'met' : 'MISSED'}` : '';
  const columns = [name.padEnd(58), value.padStart(18), range.padStart(20), verdict];
  return [columns.join('  ').trimEnd(), ...(note ? [`    ${note}`] : [])].join('\n');
}

function stageLines({ name, raw, gzip, files }: Stage): string[] {
  return [
    `${name.padEnd(58)}  ${kilobytes(gzip)} gzip  ${kilobytes(raw)} raw`,
    ...files.map(
      (file) => `  ${file.path.padEnd(56)}  ${kilobytes(file.gzip)}       ${kilobytes(file.raw)}`,
    ),
  ];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`;

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
