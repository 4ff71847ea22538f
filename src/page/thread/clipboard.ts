/** Puts a text on the clipboard. @returns Whether the browser let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard, in a frame often no permission.
    return false;
  }
}
