import { html, nothing, type TemplateResult } from './lit.ts';
import type { AskPageError } from '../../core/errors.ts';
import type { Notice } from '../state.ts';
import { say, sayError } from '../words/say.ts';
import { sayAgain } from '../words/told.ts';

/**
 * What went wrong. The error's own message is English and names what was wrong, so that in another
 * language it stands, small, after what its code means.
 */
export function errorView({ code, message }: AskPageError): unknown {
  const meaning = sayError(code);
  return meaning === undefined ? message : html`${meaning} ${originalView(message)}`;
}

/** Why no language model runs. The reasons that engines give are English, and may hold names. */
export function reasonView(reason: string): unknown {
  return sayAgain(reason) ?? html`${say('noEngine')} ${originalView(reason)}`;
}

/** A notice, and what went wrong, where something did. */
export function noticeText({ key, error }: Notice): unknown {
  if (!error) return say(key);
  const meaning = sayError(error.code);
  if (meaning === undefined) return `${say(key)} ${error.message}`;
  // That the index is broken is said already.
  return html`${say(key)} ${key === 'indexBroken' ? nothing : meaning}
  ${originalView(error.message)}`;
}

const originalView = (text: string): TemplateResult =>
  html`<small class="original" lang="en" dir="ltr">${text}</small>`;
