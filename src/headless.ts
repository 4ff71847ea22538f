/** For pages that draw their own: what `index.ts` exports of it, without the element and Lit. */
export { openSite, type OpenSiteOptions, type Site, type SiteModel } from './page/open-site.ts';
export { createAsk, type Ask, type AskEvent, type AskOptions, type AskParts } from './core/ask.ts';
export { reranked } from './core/ranking/rerank.ts';
export { AskPageError, type ErrorCode } from './core/errors.ts';
export type { AddedDocument } from './core/documents/added-document.ts';
export type { NeighbourQuery, Opening } from './core/documents/neighbours.ts';
export type { OpeningQuery } from './core/documents/openings.ts';
export type { Answer } from './core/answer.ts';
export type * from './core/ports.ts';
export type { ScopeOffers, SearchScope } from './core/scope.ts';
