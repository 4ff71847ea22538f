import { within } from '../../engines/waiting.ts';
import { EN } from './en.ts';
import type { FrameWords, LanguageName } from './frame.ts';
import { ENGLISH, type Language } from './say.ts';
import type { OwnWords, Translation } from './translation.ts';

/** Milliseconds that the first drawing waits for the words of its language. */
const PATIENCE = 4000;

/** A language has a file of its own, which is fetched for pages in it. */
const FILES: {
  readonly [Name in Exclude<LanguageName, 'en'>]: () => Promise<{ WORDS: Translation }>;
} = {
  ar: () => import('./languages/ar.ts'),
  de: () => import('./languages/de.ts'),
  es: () => import('./languages/es.ts'),
  fr: () => import('./languages/fr.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ko: () => import('./languages/ko.ts'),
  nl: () => import('./languages/nl.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  ru: () => import('./languages/ru.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  'zh-Hans': () => import('./languages/zh-Hans.ts'),
  'zh-Hant': () => import('./languages/zh-Hant.ts'),
};

/** Of the frame, whose words stand in the page's script. */
const FRAME_KEYS: Record<keyof FrameWords, true> = {
  ...{ trigger: true, dialogLabel: true, inputLabel: true, placeholder: true, ask: true },
  ...{ close: true, loading: true, loadFailed: true, retry: true },
};

const kept = new Map<LanguageName, Translation>();
const warned = new Set<string>();

/**
 * The words of a language, with an owner's own in their places; English where they can't be had in time.
 * @param lang The page's tag, which says more than the name of its words: how numbers are written.
 */
export async function findLanguage(
  name: LanguageName,
  lang: string,
  own: OwnWords = {},
): Promise<Language> {
  const words = await translationOf(name);
  const { tag, words: base } = words ? { tag: tagOf(name, lang), words } : ENGLISH;
  warnOfUnknown(own);
  return { tag, words: { ...base, ...own, errors: { ...base.errors, ...own.errors } } };
}

async function translationOf(name: LanguageName): Promise<Translation | undefined> {
  const file = name === 'en' ? undefined : FILES[name];
  if (name === 'en') return EN;
  if (!file || kept.has(name)) return kept.get(name);
  // What has failed is tried again when the dialog is opened the next time.
  const arrival = file().then(({ WORDS }) => void kept.set(name, WORDS));
  await within(arrival, PATIENCE);
  return kept.get(name);
}

function tagOf(name: LanguageName, lang: string): string {
  try {
    const locale = new Intl.Locale(lang.replaceAll('_', '-'));
    if (locale.language === new Intl.Locale(name).language) return locale.baseName;
  } catch {
    // Only what was no tag comes here.
  }
  return name;
}

function warnOfUnknown(own: OwnWords): void {
  const known = { ...EN, ...FRAME_KEYS, errors: true };
  for (const key of Object.keys(own)) {
    if (Object.hasOwn(known, key) || warned.has(key)) continue;
    warned.add(key);
    console.warn(
      `askpage: words.${key} is not known; it is left out. See the list in docs/use.md.`,
    );
  }
}
