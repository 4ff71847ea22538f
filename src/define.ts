import { AskPage } from './page/ask-page.ts';

// The script may stand on a page twice.
if (!customElements.get('ask-page')) customElements.define('ask-page', AskPage);
