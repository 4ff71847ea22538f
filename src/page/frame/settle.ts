import { closeBeside } from './beside.ts';
import { keepAboveKeyboard } from './keyboard.ts';
import { placePanel } from './panel.ts';
import type { PlacedHost } from './place.ts';

/** What these attributes may say; the first of each is the default. */
const WORDS = {
  mode: ['dialog', 'panel', 'inline'],
  side: ['end', 'start'],
  placement: ['bottom-end', 'bottom-start', 'top-end', 'top-start'],
} as const;

/** What a frame needs of the page around it while it is open. Returns what undoes it. */
export function settleFrame(host: PlacedHost): () => void {
  check(host);
  const dialog = host.renderRoot.querySelector('dialog');
  if (!dialog) return closeCards(host.renderRoot);
  const undo = [keepAboveKeyboard(dialog)];
  if (dialog.matches('.panel')) undo.push(placePanel(dialog, host.side));
  else undo.push(closeBeside(dialog, () => host.close()));
  return () => undo.forEach((each) => each());
}

const openCard = (root: ParentNode): HTMLElement | null =>
  // Browsers without popovers don't know the word either.
  'popover' in HTMLElement.prototype ? root.querySelector<HTMLElement>(':popover-open') : null;

/** Whether something small lies over the frame, which Escape closes first. */
export const isCardOpen = (root: ParentNode): boolean => openCard(root) !== null;

/** What is in the page's flow moves with the page, and cards beside it don't. */
function closeCards(root: ParentNode): () => void {
  const close = () => openCard(root)?.hidePopover();
  addEventListener('scroll', close, { passive: true });
  return () => removeEventListener('scroll', close);
}

/** Lines that an owner has been told. */
const told = new Set<string>();

function check(host: PlacedHost): void {
  for (const [name, words] of Object.entries(WORDS)) {
    const value = host[name as keyof typeof WORDS];
    if (!value || words.some((word) => word === value)) continue;
    const line = `askpage: ${name}="${value}" is not known; "${words[0]}" is used.`;
    if (told.has(line)) continue;
    told.add(line);
    console.warn(line);
  }
}
