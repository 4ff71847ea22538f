import { AskPageError } from '../../core/errors.ts';
import { badLine, readJsonLines, textField, textsField, type JsonLine } from './json-lines.ts';
import type { Judgements } from './judgements.ts';

export type QuestionType = 'answerable' | 'unanswerable' | 'followup';

/** A place that answers a question. */
export interface Gold {
  /** As the questions' file names it. */
  page: string;
  /** Of a section; without one any section of the page is right. */
  anchor: string | undefined;
  /** Gain in nDCG; 1 unless judged otherwise. */
  grade: number;
}

export interface EvalQuestion {
  id: string;
  type: QuestionType;
  question: string;
  /** Questions asked before in the same thread, oldest first. */
  history: string[];
  /** Any of these is right; empty for unanswerable questions. */
  gold: Gold[];
  /** Texts that a right answer holds, all of them. */
  facts: string[];
  /** Where it stands, for messages. */
  place: string;
}

const TYPES: readonly string[] = ['answerable', 'unanswerable', 'followup'];

/**
 * The questions of a file. With judgements (BEIR) these are the gold, and queries that nobody judged
 * are left out, because one file of queries serves several splits.
 * @throws {AskPageError} `bad-file` for a line that can't be used, or where none is left.
 */
export async function readQuestions(
  file: string,
  judgements?: Judgements,
): Promise<EvalQuestion[]> {
  return toQuestions(await readJsonLines(file), { file, judgements });
}

/** As `readQuestions`, of lines that have been read. */
export function toQuestions(
  lines: readonly JsonLine[],
  { file, judgements }: { file: string; judgements?: Judgements | undefined },
): EvalQuestion[] {
  const questions = lines.flatMap((line) =>
    judgements ? judgedQuestion(line, judgements) : [ownQuestion(line)],
  );
  if (questions.length > 0) return questions;
  const what = judgements ? 'No question of it is in the judgements' : 'It holds no question';
  throw new AskPageError('bad-file', `${what}: ${file}. Check the path.`);
}

function ownQuestion(line: JsonLine): EvalQuestion {
  const gold = textsField(line, 'gold').map(toGold);
  const history = textsField(line, 'history');
  const type = textField(line, 'type') ?? (history.length > 0 ? 'followup' : 'answerable');
  if (!TYPES.includes(type))
    throw badLine(line.place, `has a "type" that is none of ${TYPES.join(', ')}`);
  if (type !== 'unanswerable' && gold.length === 0) {
    throw badLine(
      line.place,
      'has no "gold": name the page that answers it, or give "type": "unanswerable"',
    );
  }
  const facts = textsField(line, 'answer_facts');
  if (facts.some((fact) => fact.trim() === ''))
    throw badLine(line.place, 'has an empty "answer_facts"');
  return { ...asked(line), type: type as QuestionType, history, gold, facts };
}

function judgedQuestion(line: JsonLine, judgements: Judgements): EvalQuestion[] {
  const common = asked(line);
  const judged = judgements.get(common.id);
  if (!judged) return [];
  const gold = [...judged].map(([page, grade]) => ({ page, anchor: undefined, grade }));
  return [{ ...common, type: 'answerable', history: [], gold, facts: [] }];
}

function asked(line: JsonLine): Pick<EvalQuestion, 'id' | 'question' | 'place'> {
  const question = (textField(line, 'question') ?? textField(line, 'text') ?? '').trim();
  if (question === '') throw badLine(line.place, 'has no "question"');
  const id = textField(line, 'id') ?? textField(line, '_id') ?? line.place.replace(/^.*[/\\]/, '');
  return { id, question, place: line.place };
}

function toGold(entry: string): Gold {
  const [page = '', ...anchor] = entry.split('#');
  return { page, anchor: anchor.length > 0 ? anchor.join('#') : undefined, grade: 1 };
}
