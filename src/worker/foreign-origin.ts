/** Whether an address is of another origin than the page; all are in a sandboxed frame. */
export const isForeign = (url: string): boolean => new URL(url).origin !== self.origin;

/**
 * What is likely missing where a file of another origin could not be fetched, as a sentence with a space
 * before it; empty for the page's own. Browsers tell a script no more than that it failed.
 */
export const foreignHint = (url: string): string =>
  isForeign(url)
    ? ' It lies on another origin, which has to send "Access-Control-Allow-Origin" with it.'
    : '';
