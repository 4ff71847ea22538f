import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headingPath } from '../src/core/documents/passages.ts';
import { splitSentences } from '../src/core/documents/sentences.ts';
import { estimateTokens } from '../src/core/documents/tokens.ts';
import { fingerprint } from '../src/core/hash.ts';
import { parseManifest, type Manifest, type Part } from '../src/core/index-file/manifest.ts';
import { decodeTexts } from '../src/core/index-file/texts-part.ts';
import { decodeVectors } from '../src/core/index-file/vectors-part.ts';
import { writeIndex } from '../src/core/index-file/write.ts';
import type { Passage } from '../src/core/ports.ts';
import { normalise } from '../src/core/ranking/cosine.ts';
import { createRandom, type Random } from './bench-random.ts';
import { DEMO_FOLDER } from './demo.ts';

/** Folder of the large site, and the path under which it is served. */
export const LARGE_FOLDER = '.cache/bench/large';
export const LARGE_PATH = '/large/';

/** What the widget is measured with. */
export const LARGE_PASSAGES = 20_000;

/** Share of a passage's sentences that are replaced by others of the site, where these are not much longer. */
const REPLACED = 0.5;

/**
 * Length of the random part of a vector, beside 1 for what its sentences give. With it the nearest
 * other passage has a cosine of .81 in the median (5th to 95th percentile .72 to .83), any other one
 * of .27 (.06 to .49); in the demo these are .80 (.61 to .94) and .26 (.06 to .55).
 */
const NOISE = 0.5;

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A large site</title></head>
<body>
<script type="module" src="/askpage/askpage.js"></script>
<ask-page index="index/manifest.json"></ask-page>
</body>
</html>
`;

/** What the large site is made from: the demo's passages with their vectors, and its token vectors. */
interface Material {
  manifest: Manifest;
  passages: Passage[];
  vectors: Float32Array;
  light: Uint8Array<ArrayBuffer>;
  sentences: { text: string; row: number }[];
  words: string[];
}

/**
 * Writes a site of 20,000 passages, unless it is there already: the demo's passages over and over,
 * each time with other sentences, names and vectors. A seeded generator makes it, so that all runs
 * search the same site.
 */
export async function buildLargeSite(): Promise<void> {
  const stamp = await stampOf(['scripts/bench-large-site.ts', 'scripts/bench-random.ts']);
  const stampFile = join(LARGE_FOLDER, 'stamp');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
  console.error(`Writing a site of ${LARGE_PASSAGES} passages to ${LARGE_FOLDER}`);
  const material = await readDemo();
  const { passages, vectors } = recombine(material, createRandom(1));
  const { model } = material.manifest;
  const { manifest, parts } = await writeIndex(
    { passages, vectors, light: material.light, model, site: '../' },
    (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
  );
  await rm(LARGE_FOLDER, { recursive: true, force: true });
  await mkdir(join(LARGE_FOLDER, 'index'), { recursive: true });
  for (const { file, bytes } of parts) await writeFile(join(LARGE_FOLDER, 'index', file), bytes);
  await writeFile(join(LARGE_FOLDER, 'index/manifest.json'), JSON.stringify(manifest));
  await writeFile(join(LARGE_FOLDER, 'index.html'), PAGE);
  await writeFile(stampFile, stamp);
}

const DEMO_INDEX = join(DEMO_FOLDER, 'askpage-index');

/** Changes with the demo's index, which is written anew when the format is another, and with the generator. */
async function stampOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [join(DEMO_INDEX, 'manifest.json'), ...sources]) {
    hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

/** Reads what the demo was indexed to. */
export async function readDemo(): Promise<Material> {
  const path = join(DEMO_INDEX, 'manifest.json');
  const manifest = parseManifest(await readFile(path, 'utf8'), path);
  const { dimensions } = manifest.model;
  const read = async ({ file }: Part) => Uint8Array.from(await readFile(join(DEMO_INDEX, file)));
  const partsOf = (wanted: string) => manifest.parts.filter(({ kind }) => kind === wanted);
  const passages: Passage[] = [];
  for (const part of partsOf('texts')) {
    passages.push(...decodeTexts(new TextDecoder().decode(await read(part))));
  }
  const vectors = new Float32Array(manifest.passages * dimensions);
  for (const part of partsOf('vectors')) {
    const [first, count] = part.ids;
    decodeVectors(await read(part), vectors, { first, count, dimensions });
  }
  for (const row of passages.keys()) normalise(rowOf(vectors, row, dimensions));
  const [table] = partsOf('light');
  if (!table) throw new Error('The index of the demo has no token vectors.');
  return { manifest, passages, vectors, light: await read(table), ...materialOf(passages) };
}

const rowOf = (vectors: Float32Array, row: number, dimensions: number) =>
  vectors.subarray(row * dimensions, (row + 1) * dimensions);

/** Paragraphs that are no list, table or code, which are not cut into sentences. */
const isProse = (paragraph: string) =>
  /^[\p{L}`*[(]/u.test(paragraph) && !paragraph.includes('```');

function materialOf(passages: readonly Passage[]): Pick<Material, 'sentences' | 'words'> {
  const sentences: Material['sentences'] = [];
  const words = new Set<string>();
  for (const [row, { text }] of passages.entries()) {
    for (const paragraph of text.split('\n\n').filter(isProse)) {
      for (const sentence of splitSentences(paragraph)) {
        sentences.push({ text: sentence, row });
        for (const [word] of sentence.matchAll(/(?<![\p{L}`])\p{Ll}{4,10}(?![\p{L}`])/gu)) {
          words.add(word);
        }
      }
    }
  }
  return { sentences, words: [...words].sort() };
}

/** All passages of the large site, and their vectors, row after row. */
function recombine(material: Material, random: Random) {
  const { dimensions } = material.manifest.model;
  const passages: Passage[] = [];
  const vectors = new Float32Array(LARGE_PASSAGES * dimensions);
  let edition = '';
  let before: Passage['section'] | undefined;
  let section: Passage['section'] | undefined;
  for (let place = 0; place < LARGE_PASSAGES; place++) {
    const row = place % material.passages.length;
    const base = material.passages[row] as Passage;
    if (row === 0) edition = coin(material, random);
    if (!section || base.section !== before)
      section = rename(base, edition, random.pick(material.words));
    before = base.section;
    const name = coin(material, random);
    const { text, vector } = rewrite(material, row, random);
    const named = `${text}\n\nSee also \`${name}\`.`;
    passages.push({
      ...{ id: fingerprint(`${section.url}\n${named}`), section, text: named },
      tokens: estimateTokens(headingPath(section)) + estimateTokens(named),
    });
    addNoise(vector, random);
    vectors.set(vector, place * dimensions);
  }
  return { passages, vectors };
}

/**
 * A name that no page of the demo has, such as `cookieTimeout`: a real site's words grow with it (6,079
 * terms in 1,280 passages about Fastify, 17,444 in 8,602 about three projects). So the large site has
 * 25,990 terms, the demo 6,014.
 */
function coin({ words }: Material, random: Random): string {
  const [first, second] = [random.pick(words), random.pick(words)];
  return first + second.slice(0, 1).toUpperCase() + second.slice(1);
}

function rename({ section }: Passage, edition: string, word: string): Passage['section'] {
  const { url, title, headings } = section;
  const last = headings.at(-1);
  return {
    ...section,
    url: `${edition}/${url}`,
    title: `${title}, ${edition}`,
    headings: last === undefined ? [] : [...headings.slice(0, -1), `${last} of ${word}`],
  };
}

/** A passage with some of its sentences replaced, and where its meaning lies by what it holds now. */
function rewrite(material: Material, row: number, random: Random) {
  const { sentences, vectors, manifest } = material;
  const { dimensions } = manifest.model;
  const vector = new Float32Array(dimensions);
  const weigh = (from: number, { length }: string) =>
    rowOf(vectors, from, dimensions).forEach(
      (value, axis) => (vector[axis] = (vector[axis] ?? 0) + length * value),
    );
  const keepOrReplace = (sentence: string) => {
    const other = random.pick(sentences);
    const fits = other.text.length < 1.25 * sentence.length;
    const taken = fits && random.next() < REPLACED ? other : { text: sentence, row };
    weigh(taken.row, taken.text);
    return taken.text;
  };
  const paragraphs = (material.passages[row] as Passage).text.split('\n\n').map((paragraph) => {
    if (isProse(paragraph)) return splitSentences(paragraph).map(keepOrReplace).join(' ');
    weigh(row, paragraph);
    return paragraph;
  });
  return { text: paragraphs.join('\n\n'), vector };
}

/** Moves a vector into a random direction, and gives it length 1. */
function addNoise(vector: Float32Array, random: Random): void {
  const noise = vector.map(() => random.normal());
  if (!normalise(vector) || !normalise(noise)) throw new Error('A passage has no direction.');
  for (const [axis, value] of noise.entries()) vector[axis] = (vector[axis] ?? 0) + NOISE * value;
  normalise(vector);
}
