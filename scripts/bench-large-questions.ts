import { KNOWN_LIMIT } from '../src/core/ranking/known-limit.ts';
import { readLightEncoder } from '../src/core/ranking/light-encoder.ts';
import { readDemo } from './bench-large-site.ts';
import { QUESTIONS } from './bench-page.ts';
import { createRandom, type Random } from './bench-random.ts';

const FORMS = [
  (what: string, where: string) => `how do I use ${what} in ${where}`,
  (what: string, where: string) => `${where} ${what}`,
  (what: string, where: string) => `why does ${what} not work with ${where}?`,
  (what: string, where: string) => `what is the default of ${what}, and where is ${where} set`,
  (what: string) => what,
] as const;

/** Every so many questions one has a misspelt word, which is compared with all words of the site. */
const MISSPELT = 5;

/**
 * Questions about what the large site holds, the same in every run: some that people asked, the others
 * made of titles and headings. All can be encoded by the site's token vectors.
 */
export async function largeQuestions(count: number): Promise<string[]> {
  const { passages, light } = await readDemo();
  const encoder = readLightEncoder(light);
  const random = createRandom(2);
  const questions = new Set<string>(QUESTIONS);
  while (questions.size < count) {
    const what = random.pick(passages).section.headings.at(-1);
    if (what === undefined) continue;
    const question = random.pick(FORMS)(what, random.pick(passages).section.title);
    const asked = questions.size % MISSPELT === 0 ? misspell(question, random) : question;
    if (encoder.encode(asked).known >= KNOWN_LIMIT) questions.add(asked);
  }
  return [...questions];
}

/** Swaps two letters in the middle of a word. */
function misspell(question: string, random: Random): string {
  const words = question.match(/\p{L}{6,}/gu) ?? [];
  if (words.length === 0) return question;
  const word = random.pick(words);
  return question.replace(
    word,
    `${word.slice(0, 2)}${word[3] ?? ''}${word[2] ?? ''}${word.slice(4)}`,
  );
}
