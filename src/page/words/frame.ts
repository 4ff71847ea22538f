/**
 * Words of what the page's script itself draws, in English: the button, the dialog's frame and the box.
 * Those of other languages come with the file of the language, but for the button's.
 */
export const FRAME = {
  trigger: 'Ask',
  dialogLabel: 'Ask about this site',
  inputLabel: 'Your question',
  placeholder: 'Search or ask a question',
  ask: 'Ask',
  close: 'Close',
  loading: 'Loading the search',
  loadFailed: 'The search could not be loaded. Check the connection and try again.',
  retry: 'Try again',
} as const;

export type FrameWords = { readonly [K in keyof typeof FRAME]: string };

/** The button's word, which is drawn before anything else is fetched. */
export const TRIGGERS = {
  en: FRAME.trigger,
  ar: 'اسأل',
  de: 'Fragen',
  es: 'Preguntar',
  fr: 'Demander',
  he: 'שאלה',
  hi: 'पूछें',
  it: 'Chiedi',
  ja: '質問する',
  ko: '질문',
  nl: 'Vragen',
  pl: 'Zapytaj',
  pt: 'Perguntar',
  ru: 'Спросить',
  tr: 'Sor',
  uk: 'Запитати',
  'zh-Hans': '提问',
  'zh-Hant': '提問',
} as const;

export type LanguageName = keyof typeof TRIGGERS;
