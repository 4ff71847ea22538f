import { AskLinkClickEvent, AskSourceClickEvent } from '../events.ts';

/** Tells the site that a link is followed. @returns False where the site takes it over. */
export function tellOfLink(link: HTMLAnchorElement): boolean {
  const { href } = link;
  const { source, place } = link.dataset;
  const text = link.textContent.replace(/\s+/g, ' ').trim();
  return link.dispatchEvent(
    source === undefined
      ? new AskLinkClickEvent({ href, text })
      : new AskSourceClickEvent({ href, source: Number(source), title: place ?? text }),
  );
}
