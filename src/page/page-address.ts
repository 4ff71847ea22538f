/**
 * Address of the page that the reader sees. A frame whose page was written into it (`srcdoc`) has none of
 * its own: its relative links lead from the page around it.
 */
export const pageAddress = (): string =>
  location.protocol === 'about:' ? document.baseURI : location.href;
