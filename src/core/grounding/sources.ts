import { splitSentences } from '../documents/sentences.ts';
import { tokenise } from '../ranking/tokenise.ts';
import { pairsOf } from './pairs.ts';
import { quotePieces } from './quote-units.ts';
import { withoutValues } from './values.ts';

/** A passage that the model was given. */
export interface SourcePassage {
  /** By which the answer cites it. */
  number: number;
  text: string;
  /** The heading under which it stands, or the whole path of headings. */
  heading?: string | undefined;
}

/** A sentence, item, row or block of code of a passage. */
export interface SourceUnit {
  kind: 'sentence' | 'code';
  /** Of the passage. */
  number: number;
  /** The passage's place in the list. */
  passage: number;
  text: string;
  terms: readonly string[];
}

/** A sentence, by which copies are known. */
export interface SourceSentence {
  text: string;
  /** Its terms without names and numbers. */
  bare: readonly string[];
}

export interface Sources {
  passages: readonly { number: number; terms: ReadonlySet<string>; pairs: ReadonlySet<string> }[];
  units: readonly SourceUnit[];
  /** Of all units but code; an item or row of several stands also as a whole. */
  sentences: readonly SourceSentence[];
  /** Everything that may be repeated: the passages with their headings. */
  texts: readonly string[];
  /** What is embedded: every unit as it stands, then every unit led by its heading. */
  toEmbed: readonly string[];
}

export function readSources(passages: readonly SourcePassage[]): Sources {
  const units = passages.flatMap(({ number, text }, passage) =>
    quotePieces(text).map(({ kind, text: unit }) => ({
      ...{ kind, number, passage },
      text: unit,
      terms: tokenise(unit),
    })),
  );
  const texts = passages.map(({ heading = '', text }) => `${heading}\n\n${text}`);
  const headed = units.map(({ passage, text }) => `${lastHeading(passages[passage])}${text}`);
  return {
    units,
    sentences: units.flatMap(sentencesOf),
    texts,
    toEmbed: [...units.map(({ text }) => text), ...headed],
    passages: passages.map(({ number, text }, index) => ({
      number,
      terms: new Set(tokenise(texts[index] ?? '')),
      pairs: new Set(pairsOf(tokenise(text))),
    })),
  };
}

function sentencesOf({ kind, text }: SourceUnit): SourceSentence[] {
  if (kind === 'code') return [];
  return [...new Set([text, ...splitSentences(text)])].map((sentence) => ({
    text: sentence,
    bare: tokenise(withoutValues(sentence)),
  }));
}

/** A sentence alone often doesn't say what it is about. */
const lastHeading = (passage: SourcePassage | undefined) => {
  const heading = passage?.heading?.split(' > ').at(-1);
  return heading ? `${heading}: ` : '';
};
