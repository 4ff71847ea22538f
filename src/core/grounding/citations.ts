/** A fenced block or an inline code span, which is left alone, or markers like `[1]`, `[1, 2]`, `[1][2]`. */
const MARKERS =
  /(```[\s\S]*?(?:```|$)|``[^\n]*?``|`[^`\n]*`)|\s*((?:\[\d+(?:\s*,\s*\d+)*\](?!\())+)/g;

export interface CheckedAnswer {
  /** The answer without markers that name no injected passage, one number to a marker. */
  text: string;
  /** The passages cited, in order of first mention. */
  citations: number[];
}

/** Removes citations that name no injected passage: a model may invent numbers as it invents facts. */
export function checkCitations(answer: string, injected: ReadonlySet<number>): CheckedAnswer {
  const citations = new Set<number>();
  const text = answer.replace(MARKERS, (whole: string, code?: string, markers?: string) => {
    if (code !== undefined || markers === undefined) return whole;
    const known = (markers.match(/\d+/g) ?? []).map(Number).filter((id) => injected.has(id));
    for (const id of known) citations.add(id);
    const gap = /^\s*/.exec(whole)?.[0] ?? '';
    // A line break may end a code block or a paragraph.
    const kept = known.length > 0 || gap.includes('\n') ? gap : '';
    return kept + known.map((id) => `[${id}]`).join('');
  });
  return { text, citations: [...citations] };
}
