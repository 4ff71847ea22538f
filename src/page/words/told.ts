import { EN } from './en.ts';
import { isEnglish, say, type Key, type Words } from './say.ts';

/**
 * Sentences that are made in English elsewhere: by engines and workers, whose words programs get, too.
 * Here they are known by these words.
 */
const TOLD = [
  ...(['abstention', 'abstentionPage', 'abstentionSection'] as const),
  ...(['noEngineWanted', 'noEngine', 'sameSite', 'licenceUnknown'] as const),
  ...(['wordsOnlyYet', 'strangeWords', 'readingPage', 'readingPassages', 'loadingSearch'] as const),
  ...(['starting', 'startingModel', 'startingBrowserModel', 'browserDownloads'] as const),
  ...(['movingToGpu', 'movingToGpuStep', 'preparingGpu', 'preparingGpuStep', 'gpuReady'] as const),
  ...(['warmingUp', 'modelIsReady', 'ready'] as const),
] satisfies readonly Key[];

let patterns: { key: Key; pattern: RegExp }[] | undefined;

/** A sentence that came in English, in the language that is being drawn in; undefined if it is not known. */
export function sayAgain(text: string): string | undefined {
  patterns ??= TOLD.flatMap((key) =>
    formsOf(key).map((form) => ({ key, pattern: patternOf(form) })),
  );
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return sayWith(key, found.groups);
  }
  return isEnglish() ? text : undefined;
}

/** The same, where a sentence that is not known is shown as it came: a name, or an engine of the owner's. */
export const sayOr = (text: string): string => sayAgain(text) ?? text;

const formsOf = (key: Key): string[] => {
  const word: Words[Key] = EN[key];
  return typeof word === 'string' ? [word] : Object.values(word);
};

/** Names in braces here are numbers, all of them. */
const patternOf = (form: string): RegExp =>
  new RegExp(`^${form.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>\\d+)')}$`);

function sayWith(key: Key, groups: Record<string, string> = {}): string {
  const values = Object.entries(groups).map(([name, digits]) => [name, Number(digits)] as const);
  return (say as (key: Key, values: Record<string, number>) => string)(
    key,
    Object.fromEntries(values),
  );
}
