import '../define.ts';
import type { HTMLAttributes, RefAttributes } from 'react';
import type { AskPage } from '../page/ask-page.ts';
import type { AskPageAttributes, AskPageHandlers, AskPageProperties } from '../page/interface.ts';

/** What `<ask-page>` takes in JSX: attributes or properties, and handlers such as `onask-answer`. */
export type AskPageProps = AskPageAttributes & AskPageProperties & AskPageHandlers;

type ElementProps = AskPageProps &
  Omit<HTMLAttributes<AskPage>, keyof AskPageProps> &
  RefAttributes<AskPage>;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's types are extended in no other way
  namespace JSX {
    interface IntrinsicElements {
      'ask-page': ElementProps;
    }
  }
}
