import type { Passage } from '../../core/ports.ts';

/** Addresses that a generated answer may link to, and where they lead, by how they may be written. */
export type KnownAddresses = ReadonlyMap<string, string>;

const WEB = /https?:\/\/[^\s<>"`\\|{}]+/g;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Relative ones, as Markdown or HTML in a code block has them. */
const TARGETS = [/\]\(<?([^\s()<>]+)/g, /\bhref=["']([^"'\s]+)/g];

/**
 * The addresses of passages and those that stand in their texts. A model can write no address of its
 * own: one that could carry away what was asked is none of these.
 * @param base Address of the open page.
 */
export function knownAddresses(passages: Iterable<Passage>, base: string): KnownAddresses {
  const known = new Map<string, string>();
  for (const { section, text } of passages) {
    const place = absolute(section.url, base);
    if (place === undefined) continue;
    const page = place.replace(/#.*$/, '');
    known.set(place, place).set(page, page);
    for (const written of addressesIn(text)) {
      const address = absolute(written, place);
      if (address !== undefined) known.set(written, address).set(address, address);
    }
  }
  return known;
}

/**
 * Where a written address leads.
 * @returns undefined where no passage has it.
 */
export function findAddress(
  known: KnownAddresses,
  written: string,
  base: string,
): string | undefined {
  // Without a scheme it may name another host.
  if (/^\s*[\\/]{2}/.test(written)) return undefined;
  return known.get(written) ?? known.get(absolute(written, base) ?? '');
}

function addressesIn(text: string): string[] {
  const whole = [...text.matchAll(WEB)].map(([match]) => withoutPunctuation(match));
  const mails = [...text.matchAll(MAIL)].map(([match]) => `mailto:${match}`);
  const targets = TARGETS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, to]) => to ?? ''),
  );
  return [...whole, ...mails, ...targets].filter((address) => !/^[\\/]{2}|^$/.test(address));
}

/** A sentence's end is no part of an address, nor is a bracket that was opened before it. */
function withoutPunctuation(address: string): string {
  const end = address.replace(/[.,;:!?'\]]+$/, '');
  const isOpened = end.split('(').length >= end.split(')').length;
  return end.endsWith(')') && !isOpened ? withoutPunctuation(end.slice(0, -1)) : end;
}

/** Absolute, and of a kind that may be linked. A name before the host could pass for the host. */
function absolute(address: string, base: string): string | undefined {
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  const isPlain = url?.username === '' && url.password === '';
  return isPlain && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined;
}
