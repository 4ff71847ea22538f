import type { SharedLit } from '../lit.ts';

/** Lit for the heavy part's views: the page's own copy, see `page/lit.ts`. */
const scope = globalThis as unknown as Record<symbol, SharedLit>;
const shared = scope[Symbol.for('askpage.lit')];
if (!shared) throw new Error('The views of askpage are loaded by its element, not by themselves.');

export const { css, html, nothing } = shared;
export type { TemplateResult } from 'lit';
