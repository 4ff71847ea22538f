/** Waits until the element that holds `inside` has drawn what has changed. */
export async function drawn(inside: Element): Promise<void> {
  const { host } = inside.getRootNode() as ShadowRoot;
  await (host as { updateComplete?: Promise<unknown> }).updateComplete;
}
