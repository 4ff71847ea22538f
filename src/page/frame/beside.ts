/**
 * Closes a modal dialog by a click beside it, which lands on the dialog itself; so does the end of a
 * selection that is dragged out of it. Returns what ends that.
 */
export function closeBeside(dialog: HTMLElement, close: () => void): () => void {
  let pressed: EventTarget | null = null;
  const onPress = ({ target }: Event) => {
    pressed = target;
  };
  const onClick = ({ target }: Event) => {
    if (target === dialog && pressed === dialog) close();
  };
  dialog.addEventListener('pointerdown', onPress);
  dialog.addEventListener('click', onClick);
  return () => {
    dialog.removeEventListener('pointerdown', onPress);
    dialog.removeEventListener('click', onClick);
  };
}
