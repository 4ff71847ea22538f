/** Words of what the extras draw: they are there before the file of a language is. */
const WORDS = {
  en: { dismiss: 'Hide this button', askSelection: 'Ask about this' },
  ar: { dismiss: 'إخفاء هذا الزر', askSelection: 'اسأل عن هذا' },
  de: { dismiss: 'Diese Schaltfläche ausblenden', askSelection: 'Dazu fragen' },
  es: { dismiss: 'Ocultar este botón', askSelection: 'Preguntar sobre esto' },
  fr: { dismiss: 'Masquer ce bouton', askSelection: 'Poser une question là-dessus' },
} as const;

export interface CornerWords {
  /** Name of the × at the button. */
  dismiss: string;
  /** The button beside a selection. */
  askSelection: string;
}

/** In the language of that tag, or in English. */
export function cornerWords(tag: string): CornerWords {
  const known: Readonly<Record<string, CornerWords>> = WORDS;
  return known[tag] ?? WORDS.en;
}
