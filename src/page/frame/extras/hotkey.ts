import { describeHotkey, matchesHotkey, readHotkey } from '../../hotkey.ts';
import type { Staged } from './host.ts';

/** Opens the widget by the owner's key, and shows it on the element's button. */
export function listenForKey({ host }: Staged): () => void {
  const hotkey = readHotkey(host.hotkey);
  if (!hotkey) return () => {};
  const onKeydown = (event: KeyboardEvent): void => {
    if (!matchesHotkey(event, hotkey)) return;
    event.preventDefault();
    host.open();
  };
  const hint = document.createElement('kbd');
  hint.ariaHidden = 'true';
  hint.append(describeHotkey(hotkey));
  host.renderRoot.querySelector('.trigger')?.append(hint);
  document.addEventListener('keydown', onKeydown);
  return () => {
    hint.remove();
    document.removeEventListener('keydown', onKeydown);
  };
}
