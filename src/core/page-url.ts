/** The page that an address leads to: the address without its anchor. */
export const pageOf = (url: string): string => url.replace(/#.*$/, '');

/** Without percent encoding; an address from a document may hold a `%` that stands for itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
