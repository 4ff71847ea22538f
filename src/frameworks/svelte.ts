import '../define.ts';
import type { HTMLAttributes } from 'svelte/elements';
import type { AskPage } from '../page/ask-page.ts';
import type { AskPageAttributes, AskPageHandlers, AskPageProperties } from '../page/interface.ts';

/** What `<ask-page>` takes in Svelte: attributes or properties, and handlers such as `onask-answer`. */
export type AskPageProps = AskPageAttributes & AskPageProperties & AskPageHandlers;

type ElementProps = AskPageProps & Omit<HTMLAttributes<AskPage>, keyof AskPageProps>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'ask-page': ElementProps;
  }
}
