import { AskPageError } from '../../core/errors.ts';
import { badLine, readText } from './json-lines.ts';

/** Relevance by question and document, above 0. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Judgements as BEIR gives them: question, document and relevance, set apart by tabs; a first line
 * of names is passed over.
 * @throws {AskPageError} `bad-file` for a line that is something else, or where nothing is relevant.
 */
export async function readJudgements(file: string): Promise<Judgements> {
  return parseJudgements(await readText(file), file);
}

/** As `readJudgements`, of a text that has been read. */
export function parseJudgements(text: string, file: string): Judgements {
  const judgements = new Map<string, Map<string, number>>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [question, document, score, ...more] = line.split('\t');
    const grade = Number(score);
    if (!question || !document || more.length > 0 || Number.isNaN(grade)) {
      if (index === 0) continue;
      throw badLine(
        `${file}:${index + 1}`,
        'is not question, document and number with tabs between',
      );
    }
    if (grade > 0) documentsOf(judgements, question).set(document, grade);
  }
  if (judgements.size > 0) return judgements;
  throw new AskPageError('bad-file', `${file} holds no judgement above 0. Check the path.`);
}

function documentsOf(judgements: Map<string, Map<string, number>>, question: string) {
  const known = judgements.get(question) ?? new Map<string, number>();
  judgements.set(question, known);
  return known;
}
