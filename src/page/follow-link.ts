interface FollowOptions {
  close: () => void;
  highlight: (quote: string) => boolean;
}

/**
 * Follows a source within the page that is open: the dialog closes, and the quote is scrolled to and
 * marked, without a reload. Links to other pages are left to the browser.
 */
export function followLink(event: MouseEvent, { close, highlight }: FollowOptions): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link || !isPlain || event.defaultPrevented) return;
  const { quote } = link.dataset;
  if (
    link.origin + link.pathname + link.search !==
    location.origin + location.pathname + location.search
  ) {
    return;
  }
  event.preventDefault();
  close();
  const anchor = link.hash.replace(/:~:.*$/, '');
  // Without an anchor of its own the address of the page stays as it is.
  if (anchor.length > 1) history.pushState(null, '', anchor);
  if (quote && highlight(quote)) return;
  document.getElementById(decode(anchor.slice(1)))?.scrollIntoView();
}

/** An anchor from a document may hold a `%` that stands for itself. */
function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
