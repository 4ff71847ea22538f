import '../define.ts';
import type { HTMLAttributes, PublicProps } from 'vue';
import type { AskPage } from '../page/ask-page.ts';
import type { AskPageEventMap, AskPageProperties, Camel } from '../page/interface.ts';

/** Handlers of the events as Vue names them: `@ask-answer` in a template is `onAskAnswer`. */
type Handlers = {
  [Type in keyof AskPageEventMap as `on${Capitalize<Camel<Type>>}`]?: (
    event: AskPageEventMap[Type],
  ) => void;
};

/** What `<ask-page>` takes in a template. */
export type AskPageProps = AskPageProperties & Handlers;

/** The element as a template sees it. */
export type AskPageComponent = new () => AskPage & {
  $props: AskPageProps & Omit<HTMLAttributes, keyof AskPageProps> & PublicProps;
};

declare module 'vue' {
  interface GlobalComponents {
    'ask-page': AskPageComponent;
  }
}
