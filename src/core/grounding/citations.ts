/** A fenced block, an inline code span, or a marker like `[1]`, `[1, 2]`; the code is left alone. */
const MARKERS = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|\s*\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g;

export interface CheckedAnswer {
  /** The answer without markers that name no injected passage, one number to a marker. */
  text: string;
  /** The passages cited, in order of first mention. */
  citations: number[];
}

/** Removes citations that name no injected passage: a model may invent numbers as it invents facts. */
export function checkCitations(answer: string, injected: ReadonlySet<number>): CheckedAnswer {
  const citations = new Set<number>();
  const text = answer.replace(MARKERS, (whole: string, code?: string, numbers?: string) => {
    if (code !== undefined || numbers === undefined) return whole;
    const known = numbers
      .split(',')
      .map(Number)
      .filter((id) => injected.has(id));
    for (const id of known) citations.add(id);
    const space = /^\s/.test(whole) && known.length > 0 ? ' ' : '';
    return space + known.map((id) => `[${id}]`).join('');
  });
  return { text, citations: [...citations] };
}
