/**
 * Tells the sheet on phones how much of the window the keyboard on the screen leaves: `--_visible`, the
 * height that is seen, and `--_keyboard`, what is covered below it. Returns what ends it.
 */
export function keepAboveKeyboard(dialog: HTMLElement): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const tell = () => {
    // Where the reader has zoomed in by two fingers, it is not the keyboard that covers the rest.
    const isZoomed = view.scale > 1.01;
    const covered = isZoomed ? 0 : innerHeight - view.height - view.offsetTop;
    setLength(dialog, '--_keyboard', covered);
    setLength(dialog, '--_visible', covered > 0 ? view.height : 0);
  };
  tell();
  const types = ['resize', 'scroll'] as const;
  for (const type of types) view.addEventListener(type, tell);
  return () => {
    for (const type of types) view.removeEventListener(type, tell);
  };
}

/** Takes a property away that says nothing. */
function setLength(element: HTMLElement, name: string, pixels: number): void {
  if (pixels > 0) element.style.setProperty(name, `${Math.round(pixels)}px`);
  else element.style.removeProperty(name);
}
