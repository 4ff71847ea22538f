/** A key with its modifiers; `mod` is ⌘ on Apple machines and Ctrl elsewhere. */
export interface Hotkey {
  mod: boolean;
  shift: boolean;
  alt: boolean;
  key: string;
}

/** Reads `mod+k`, `shift+alt+/`, … ; undefined where it is none. */
export function parseHotkey(text: string): Hotkey | undefined {
  const parts = text.toLowerCase().trim().split('+');
  const key = parts.pop();
  const isKnown = parts.every((part) => ['mod', 'shift', 'alt'].includes(part));
  if (!key || !isKnown) return undefined;
  const has = (part: string) => parts.includes(part);
  return { key, mod: has('mod'), shift: has('shift'), alt: has('alt') };
}

/** The key that an owner has set; a bad one is none, with one warning that names it. */
export function readHotkey(text: string | null | undefined): Hotkey | undefined {
  const hotkey = text ? parseHotkey(text) : undefined;
  if (text && !hotkey) {
    console.warn(`askpage: hotkey="${text}" is no key; none is set. Try "mod+k".`);
  }
  return hotkey;
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** The key as it is written on the keyboard, for the hint. */
export function describeHotkey({ mod, shift, alt, key }: Hotkey): string {
  const apple = isApple();
  const parts = [
    mod && (apple ? '⌘' : 'Ctrl'),
    alt && (apple ? '⌥' : 'Alt'),
    shift && (apple ? '⇧' : 'Shift'),
    key.toUpperCase(),
  ].filter((part) => part !== false);
  return parts.join(apple ? '' : ' ');
}

/** Key code of a key that a composition of letters takes. */
const COMPOSED = 229;

/** Whether the event is that key, and the reader is not writing somewhere. */
export function matchesHotkey(event: KeyboardEvent, hotkey: Hotkey): boolean {
  const { keyCode } = event as { keyCode: number };
  if (event.defaultPrevented || event.isComposing || keyCode === COMPOSED || event.repeat)
    return false;
  const mod = isApple() ? event.metaKey : event.ctrlKey;
  const other = isApple() ? event.ctrlKey : event.metaKey;
  if (mod !== hotkey.mod || other || event.altKey !== hotkey.alt) return false;
  const { key, shift, alt } = hotkey;
  const isKey = event.key.toLowerCase() === key;
  // On some keyboards a sign is had by the Shift key alone.
  const isSign = isKey && /^[^\p{L}\p{N}]$/u.test(key);
  if (event.shiftKey !== shift && !isSign) return false;
  return (isKey || isCode(event, { key, isChanged: shift || alt })) && !isEditable(event);
}

/** By the place of the key: on layouts whose letters aren't Latin, and where a modifier makes another sign of it. */
function isCode(event: KeyboardEvent, { key, isChanged }: { key: string; isChanged: boolean }) {
  if (/^[a-z]$/i.test(event.key)) return false;
  if (/^[a-z]$/.test(key)) return event.code === `Key${key.toUpperCase()}`;
  return isChanged && (event.code === `Digit${key}` || (key === '/' && event.code === 'Slash'));
}

/** Also inside other shadow roots: the composed path starts where the key was really pressed. */
function isEditable(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:input|textarea|select)$/.test(target.localName);
}
