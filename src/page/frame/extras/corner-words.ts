/** Words of what the extras draw: they are there before the file of a language is. */
const WORDS = {
  en: { dismiss: 'Hide this button', askSelection: 'Ask about this' },
  ar: { dismiss: 'إخفاء هذا الزر', askSelection: 'اسأل عن هذا' },
  de: { dismiss: 'Diese Schaltfläche ausblenden', askSelection: 'Dazu fragen' },
  es: { dismiss: 'Ocultar este botón', askSelection: 'Preguntar sobre esto' },
  fr: { dismiss: 'Masquer ce bouton', askSelection: 'Poser une question là-dessus' },
  he: { dismiss: 'הסתרת הכפתור הזה', askSelection: 'לשאול על זה' },
  hi: { dismiss: 'यह बटन छिपाएँ', askSelection: 'इसके बारे में पूछें' },
  it: { dismiss: 'Nascondi questo pulsante', askSelection: 'Chiedi a riguardo' },
  ja: { dismiss: 'このボタンを隠す', askSelection: 'これについて質問' },
  ko: { dismiss: '이 버튼 숨기기', askSelection: '이 내용 질문하기' },
  nl: { dismiss: 'Deze knop verbergen', askSelection: 'Hierover een vraag stellen' },
  pl: { dismiss: 'Ukryj ten przycisk', askSelection: 'Zapytaj o to' },
  pt: { dismiss: 'Ocultar este botão', askSelection: 'Perguntar sobre isto' },
  ru: { dismiss: 'Скрыть эту кнопку', askSelection: 'Спросить об этом' },
  tr: { dismiss: 'Bu düğmeyi gizle', askSelection: 'Bunu sor' },
  uk: { dismiss: 'Сховати цю кнопку', askSelection: 'Запитати про це' },
  'zh-Hans': { dismiss: '隐藏此按钮', askSelection: '就此提问' },
  'zh-Hant': { dismiss: '隱藏此按鈕', askSelection: '就此提問' },
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
