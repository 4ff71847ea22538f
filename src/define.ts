import { AskPage } from './page/ask-page.ts';

export type { AskPageAttributes, AskPageEventMap, AskPageProperties } from './page/interface.ts';

// The script may stand on a page twice. On a server, where frameworks import it too, there is no page.
const isPage = 'document' in globalThis;
if (isPage && !customElements.get('ask-page')) customElements.define('ask-page', AskPage);
