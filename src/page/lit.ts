import { css, html, nothing } from 'lit';

const KEY = Symbol.for('askpage.lit');

export interface SharedLit {
  css: typeof css;
  html: typeof html;
  nothing: typeof nothing;
}

/**
 * Hands Lit, as the page's script brought it, to the heavy part. Imported there a second time it could
 * come as a second copy (the script linked with a query string is another module than the one that the
 * heavy part would import), and a second copy may not create its Trusted Types policy. Called by the
 * element's module, before anything heavy can arrive.
 */
export function shareLit(): void {
  const scope = globalThis as unknown as Record<symbol, SharedLit>;
  scope[KEY] = { css, html, nothing };
}
