import type { Estimate } from './bootstrap.ts';
import type { RankSummary, Summary } from './summary.ts';

/** What is drawn of each system. */
const GROUPS: readonly { label: string; figure: (ranked: RankSummary) => Estimate | undefined }[] =
  [
    { label: 'page recall@1', figure: ({ page }) => page.recall1 },
    { label: 'page recall@5', figure: ({ page }) => page.recall5 },
    { label: 'page MRR@10', figure: ({ page }) => page.mrr10 },
    { label: 'section recall@5', figure: ({ section }) => section?.recall5 },
  ];

/** Distinguishable without red and green, and light enough for dark labels. */
const COLOURS = ['#2563eb', '#d97706', '#7c8594', '#0d9488', '#a855f7'];

const WIDTH = 760;
const HEIGHT = 400;
const PLOT = { left: 48, right: 20, top: 84, bottom: 40 } as const;
const GAP = 24;

const plotWidth = WIDTH - PLOT.left - PLOT.right;
const plotHeight = HEIGHT - PLOT.top - PLOT.bottom;
const yOf = (value: number) => PLOT.top + (1 - value) * plotHeight;

/** A chart of one summary as an SVG file: bars by system, whiskers for the intervals. */
export function drawChart(summary: Summary): string {
  const systems = [{ label: 'askpage', ...rankedOf(summary) }, ...summary.others];
  const groups = GROUPS.filter(({ figure }) => systems.some((system) => figure(system)));
  const title = `${summary.name}: ${summary.answerable + summary.followups} questions that have an answer, with 95 % intervals`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="13" fill="#1f2430">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="8" fill="#ffffff"/>`,
    text({ x: PLOT.left, y: 30, size: 16 }, title),
    legend(systems.map(({ label }) => label)),
    grid(),
    ...groups.map(({ label, figure }, index) =>
      drawGroup({ label, index, of: groups.length, bars: systems.map(figure) }),
    ),
    '</svg>',
    '',
  ].join('\n');
}

const rankedOf = ({ page, section }: Summary): RankSummary => ({ page, section });

const colour = (index: number) => COLOURS[index % COLOURS.length] ?? '';

function legend(labels: readonly string[]): string {
  let x: number = PLOT.left;
  return labels
    .map((label, index) => {
      const mark = `<rect x="${x}" y="46" width="12" height="12" rx="2" fill="${colour(index)}"/>`;
      const words = text({ x: x + 18, y: 57 }, label);
      // Text has no width before it is drawn; this is a generous one.
      x += 18 + label.length * 7.5 + 22;
      return mark + words;
    })
    .join('\n');
}

function grid(): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .map((value) => {
      const y = yOf(value);
      const line = `<line x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y}" y2="${y}" stroke="#d9dde3"/>`;
      return line + text({ x: PLOT.left - 8, y: y + 4, anchor: 'end', size: 12 }, String(value));
    })
    .join('\n');
}

interface Group {
  label: string;
  /** Its place among the groups, from 0. */
  index: number;
  of: number;
  bars: readonly (Estimate | undefined)[];
}

function drawGroup({ label, index, of, bars }: Group): string {
  const width = plotWidth / of;
  const left = PLOT.left + index * width + GAP / 2;
  const barWidth = (width - GAP) / bars.length;
  const drawn = bars.map((estimate, system) =>
    estimate ? drawBar(estimate, { x: left + system * barWidth, width: barWidth, system }) : '',
  );
  const middle = left + (width - GAP) / 2;
  return [...drawn, text({ x: middle, y: HEIGHT - 16, anchor: 'middle' }, label)].join('\n');
}

function drawBar(
  { value, low, high }: Estimate,
  { x, width, system }: { x: number; width: number; system: number },
): string {
  const inner = Math.min(width - 3, 44);
  const middle = x + width / 2;
  const number = value.toFixed(2).replace(/^0/, '');
  return [
    rectangle({ x: middle - inner / 2, top: yOf(value), width: inner, fill: colour(system) }),
    whisker(middle, yOf(low), yOf(high)),
    text({ x: middle, y: yOf(high) - 6, anchor: 'middle', size: 11 }, number),
  ].join('');
}

const rectangle = ({
  x,
  top,
  width,
  fill,
}: {
  x: number;
  top: number;
  width: number;
  fill: string;
}) =>
  `<rect x="${fixed(x)}" y="${fixed(top)}" width="${fixed(width)}" height="${fixed(yOf(0) - top)}" fill="${fill}"/>`;

function whisker(x: number, bottom: number, top: number): string {
  const cap = (y: number) => `M${fixed(x - 4)} ${fixed(y)}h8`;
  return `<path d="M${fixed(x)} ${fixed(bottom)}V${fixed(top)}${cap(bottom)}${cap(top)}" stroke="#1f2430" fill="none"/>`;
}

const fixed = (value: number) => String(Math.round(value * 10) / 10);

interface TextPlace {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  size?: number;
}

const text = ({ x, y, anchor = 'start', size = 13 }: TextPlace, words: string) =>
  `<text x="${fixed(x)}" y="${fixed(y)}" text-anchor="${anchor}" font-size="${size}">${escapeXml(words)}</text>`;

const escapeXml = (words: string) =>
  words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
