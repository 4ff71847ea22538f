import { TRIGGERS, type LanguageName } from './frame.ts';

/** The language of the interface that a page's BCP 47 tag means; English where there is none for it. */
export function matchLanguage(tag: string): LanguageName {
  try {
    // Knows what old tags are called now, and in which script a region writes.
    const { language, script } = new Intl.Locale(tag.replace('_', '-')).maximize();
    const found = [language, `${language}-${script}`].find((name) => name in TRIGGERS);
    return (found ?? 'en') as LanguageName;
  } catch {
    return 'en';
  }
}

interface Place {
  /** Of the element itself, or of the nearest one around it that has a `lang`; else empty. */
  lang: string;
  /** The roots that it stands in: its own, that of the shadow host around it, and so on. */
  roots: Node[];
}

/** Where an element stands, as far as its language depends on it. */
export function placeOf(element: Element): Place {
  const roots = [];
  let found: Element | null = null;
  for (let at: Element | undefined = element; at;) {
    found ??= at.closest('[lang]');
    const root = at.getRootNode();
    roots.push(root);
    at = (root as Partial<ShadowRoot>).host;
  }
  return { lang: found?.getAttribute('lang') ?? '', roots };
}
