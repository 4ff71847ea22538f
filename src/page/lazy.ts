/** Behind the one door: everything that is fetched when a reader shows intent. */
export { addDocuments } from './added-documents.ts';
export { Announcer } from './announcer.ts';
export { readConfig } from './config.ts';
export { acquireSession } from './registry.ts';
export { FocusKeeper } from './thread/focus-keeper.ts';
export { followLink } from './follow-link.ts';
export { isCardOpen, settleFrame } from './frame/settle.ts';
export { highlightFragment, highlightQuote } from './highlighter.ts';
export { bodyView } from './views/body.ts';
export { rowKey } from './views/rows/keys.ts';
export { bodyStyles } from './views/styles.ts';
export { formBodyStyles } from './frame/body-styles.ts';
export { findLanguage } from './words/languages.ts';
