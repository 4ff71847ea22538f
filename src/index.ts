export { AskPage } from './page/ask-page.ts';
export * from './page/events.ts';
export type { OwnParts } from './page/config.ts';
export { AskPageError, type ErrorCode } from './core/errors.ts';
export { createAsk, type Ask, type AskEvent, type AskOptions, type AskParts } from './core/ask.ts';
export type { Answer } from './core/answer.ts';
export type * from './core/ports.ts';
