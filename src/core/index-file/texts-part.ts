import type { Passage } from '../ports.ts';
import { badIndex } from './manifest.ts';

interface TextsPart {
  sections: Passage['section'][];
  passages: [id: string, section: number, tokens: number, text: string][];
}

/** A texts part as JSON: sections once, and each passage with its section's place in that list. */
export function encodeTexts(passages: readonly Passage[]): string {
  const places = new Map<Passage['section'], number>();
  const part: TextsPart = { sections: [], passages: [] };
  for (const { id, section, tokens, text } of passages) {
    let place = places.get(section);
    if (place === undefined) {
      place = part.sections.push(section) - 1;
      places.set(section, place);
    }
    part.passages.push([id, place, tokens, text]);
  }
  return JSON.stringify(part);
}

export function decodeTexts(json: string): Passage[] {
  let part: TextsPart;
  try {
    part = JSON.parse(json) as TextsPart;
  } catch (cause) {
    throw badIndex('A texts part is not JSON, or cut off.', cause);
  }
  return part.passages.map(([id, place, tokens, text]) => {
    const section = part.sections[place];
    if (!section) throw badIndex(`A texts part has no section ${place}.`);
    return { id, section, tokens, text };
  });
}
