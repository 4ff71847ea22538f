import { LEFT_ALONE, MARKER, readMarker } from './citation-forms.ts';
import { splitSources } from './sources-section.ts';

const ONE = new RegExp(MARKER, 'gi');
const MARKERS = new RegExp(`(?<leave>${LEFT_ALONE})|(?<gap>\\s*)(?<markers>(?:${MARKER})+)`, 'gim');

export interface CheckedAnswer {
  /** The answer without markers that name no injected passage, one number to a marker. */
  text: string;
  /** The passages cited, in order of first mention. */
  citations: number[];
}

/**
 * Citations in whatever form a model wrote them become `[2]`; those that name no injected passage are
 * removed: a model may invent numbers as it invents facts. A closing list of sources is taken off; its
 * numbers are the citations where the text has none. Code and links stay as they are.
 */
export function checkCitations(answer: string, injected: ReadonlySet<number>): CheckedAnswer {
  let checked: CheckedAnswer = { text: answer, citations: [] };
  let listed: number[] = [];
  // What is taken out may bring together what then looks like a citation.
  for (let before; before !== checked.text;) {
    before = checked.text;
    const sources = splitSources(before, injected);
    if (sources) listed = [...sources.ids, ...listed];
    checked = normalise(sources?.body ?? before, injected);
  }
  const { text, citations } = checked;
  return { text, citations: citations.length > 0 ? citations : [...new Set(listed)] };
}

/**
 * An answer whose citations name places instead of the numbers that the model was given; a citation of
 * anything else is removed.
 */
export function renumber(answer: string, places: ReadonlyMap<number, number>): string {
  const isSame = [...places].every(([number, place]) => number === place);
  return isSame ? answer : normalise(answer, new Set(places.keys()), places).text;
}

function normalise(
  answer: string,
  injected: ReadonlySet<number>,
  places?: ReadonlyMap<number, number>,
): CheckedAnswer {
  const citations = new Set<number>();
  const text = answer.replace(MARKERS, (...match) => {
    const { leave, gap = '', markers = '' } = match.at(-1) as Groups;
    if (leave !== undefined) return leave;
    const written = (markers.match(ONE) ?? []).flatMap((marker) => {
      const ids = readMarker(marker, injected);
      for (const id of ids ?? []) citations.add(id);
      return ids?.map((id) => `[${places?.get(id) ?? id}]`) ?? marker;
    });
    // A line break may end a code block or a paragraph.
    const kept = written.length > 0 || gap.includes('\n') ? gap : '';
    return kept + [...new Set(written)].join('');
  });
  return { text, citations: [...citations] };
}

type Groups = Partial<Record<'leave' | 'gap' | 'markers', string>>;
