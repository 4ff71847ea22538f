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

/** Whether the event is that key, and the reader is not writing somewhere. */
export function matchesHotkey(event: KeyboardEvent, hotkey: Hotkey): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  const mod = isApple() ? event.metaKey : event.ctrlKey;
  const other = isApple() ? event.ctrlKey : event.metaKey;
  if (mod !== hotkey.mod || other || event.shiftKey !== hotkey.shift) return false;
  if (event.altKey !== hotkey.alt) return false;
  // On layouts whose letters aren't Latin the code names the key.
  const isKey = event.key.toLowerCase() === hotkey.key;
  const isCode = event.code === `Key${hotkey.key.toUpperCase()}` && !/^[a-z]$/i.test(event.key);
  return (isKey || isCode) && !isEditable(event);
}

/** Also inside other shadow roots: the composed path starts where the key was really pressed. */
function isEditable(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:input|textarea|select)$/.test(target.localName);
}
