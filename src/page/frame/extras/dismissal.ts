import { cornerWords } from './corner-words.ts';
import type { Staged } from './host.ts';

const KEY = 'askpage.button-hidden';
const GONE = 'data-dismissed';

/** On small screens the button can be put away, for this visit. */
export function offerDismissal({ host, tag }: Staged): () => void {
  const corner = host.renderRoot.querySelector('.corner');
  if (!corner) return () => {};
  corner.toggleAttribute(GONE, wasDismissed());
  const button = document.createElement('button');
  button.className = 'dismiss';
  button.part.add('trigger-dismiss');
  button.ariaLabel = cornerWords(tag()).dismiss;
  button.append('×');
  button.addEventListener('click', (event) => {
    // What is around it opens the widget.
    event.stopPropagation();
    corner.toggleAttribute(GONE, true);
    remember();
  });
  corner.append(button);
  return () => {
    button.remove();
    corner.removeAttribute(GONE);
  };
}

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Where the browser lets nothing be kept, it holds until the page is left. */
function remember(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // See above.
  }
}
