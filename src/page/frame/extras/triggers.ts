import type { ExtrasHost, Staged } from './host.ts';
import { watchElements } from './watch.ts';

const INTENT = ['pointerover', 'focusin'] as const;

/** Elements of the page that open the widget say so, wake it and open it, as its own button would. */
export function markTriggers({ host, place }: Staged): () => void {
  const { trigger: selector } = host;
  if (!selector || selector === 'none') return () => {};
  if (!isSelector(selector)) {
    console.warn(`askpage: trigger="${selector}" is no selector; the own button is shown.`);
    host.trigger = null;
    return () => {};
  }
  const marked = new Set<Element>();
  const unwatch = watchElements(selector, (found) => {
    for (const each of found) {
      // An inline box does not pop up.
      if (each.ariaHasPopup || place.form === 'inline') continue;
      each.ariaHasPopup = 'dialog';
      marked.add(each);
    }
  });
  const unlisten = listen(selector, host);
  return () => {
    unwatch();
    unlisten();
    for (const each of marked) each.ariaHasPopup = null;
  };
}

/** Elements that come later are heard, too: their events are met at the document. */
function listen(selector: string, host: ExtrasHost): () => void {
  const isMeant = (event: Event) => {
    const path = event.composedPath();
    const isOne = (node: EventTarget) => node instanceof Element && node.matches(selector);
    return !path.includes(host) && path.some(isOne);
  };
  const onIntent = (event: Event) => isMeant(event) && host.warm();
  const onClick = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (!isMeant(event)) return;
    event.preventDefault();
    host.open();
  };
  for (const type of INTENT) document.addEventListener(type, onIntent, { passive: true });
  document.addEventListener('click', onClick, true);
  return () => {
    for (const type of INTENT) document.removeEventListener(type, onIntent);
    document.removeEventListener('click', onClick, true);
  };
}

export function isSelector(text: string): boolean {
  try {
    document.querySelector(text);
    return true;
  } catch {
    return false;
  }
}
