import { decoded, pageOf } from '../core/page-url.ts';
import { pageAddress } from './page-address.ts';
import { tellOfLink } from './thread/link-events.ts';

interface FollowOptions {
  /** Closes what lies over the page. */
  makeWay: () => void;
  highlight: (quote: string) => boolean;
}

/**
 * Follows a source within the page that is open: what lies over the page makes way, and the quote is scrolled
 * to and marked, without a reload. Links to other pages are left to the browser, or to the site's own router,
 * where it has one: the quote is then marked once that shows the page. The site hears of each link before.
 */
export function followLink(event: MouseEvent, { makeWay, highlight }: FollowOptions): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link || event.defaultPrevented) return;
  const isTaken = !tellOfLink(link);
  if (isTaken) event.preventDefault();
  if (!isPlain) return;
  const { quote } = link.dataset;
  if (isTaken || pageOf(link.href) !== pageOf(pageAddress())) {
    // The site's own router hears of the click after the widget.
    setTimeout(() => {
      if (!event.defaultPrevented) return;
      makeWay();
      if (quote) void arrive(pageOf(link.href), () => highlight(quote));
    });
    return;
  }
  event.preventDefault();
  makeWay();
  const anchor = link.hash.replace(/:~:.*$/, '');
  // Without an anchor of its own the address of the page stays as it is.
  if (anchor.length > 1 && location.protocol !== 'about:') history.pushState(null, '', anchor);
  if (quote && highlight(quote)) return;
  document.getElementById(decoded(anchor.slice(1)))?.scrollIntoView();
}

/** How often, and every how many milliseconds, the quote is looked for on a page that a router shows. */
const [TRIES, PAUSE] = [50, 100];

async function arrive(page: string, highlight: () => boolean): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (pageOf(location.href) === page && highlight()) return;
  }
}
