/** Puts a question into the box of the element that holds `inside`, as if it had been typed, and focuses it. */
export function putIntoBox(inside: Element, question: string): void {
  const input = (inside.getRootNode() as ShadowRoot).querySelector<HTMLInputElement>(
    '[part=input]',
  );
  if (!input) return;
  input.value = question;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.focus();
  input.setSelectionRange(question.length, question.length);
}
