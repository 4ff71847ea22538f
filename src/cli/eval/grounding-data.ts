import { join } from 'node:path';
import { AskPageError } from '../../core/errors.ts';
import type { SourcePassage } from '../../core/grounding/sources.ts';
import { badLine, readJsonLines, textField, type JsonLine } from './json-lines.ts';

/** How a reader judged a sentence of an answer against the passages that the model was given. */
export type Label = 'supported' | 'partly' | 'unsupported' | 'no_claim' | 'repeat';

/** A sentence with its label. */
export interface LabelledSentence {
  text: string;
  label: Label;
}

/** What a model was asked, and given. */
export interface Given {
  id: string;
  corpus: string;
  question: string;
  passages: SourcePassage[];
}

/** One answer, its sentences in order. */
export interface LabelledAnswer {
  given: Given;
  /** Which run it is of. */
  set: string;
  sentences: LabelledSentence[];
}

/** A sentence made by hand: a correct paraphrase, or a copy with something changed to the contrary. */
export interface Probe {
  given: Given;
  kind: 'paraphrase' | 'edit';
  text: string;
}

export interface GroundingData {
  answers: LabelledAnswer[];
  probes: Probe[];
}

const LABELS: readonly string[] = ['supported', 'partly', 'unsupported', 'no_claim', 'repeat'];

/**
 * A folder with `passages.jsonl`, `claims.jsonl` and `probes.jsonl`.
 * @throws {AskPageError} `bad-file` names the file or the line that can't be used.
 */
export async function readGrounding(folder: string): Promise<GroundingData> {
  const lines = (name: string) => readJsonLines(join(folder, name));
  const given = new Map(
    (await lines('passages.jsonl')).map(readGiven).map((each) => [each.id, each]),
  );
  const answers = readAnswers(await lines('claims.jsonl'), given);
  if (answers.length === 0)
    throw new AskPageError('bad-file', `${folder} holds no labelled sentence. Check the path.`);
  const probes = (await lines('probes.jsonl')).map((line) => readProbe(line, given));
  return { answers, probes };
}

function readGiven(line: JsonLine): Given {
  const passages = line.value['passages'];
  if (!Array.isArray(passages) || passages.length === 0)
    throw badLine(line.place, 'has no "passages"');
  return {
    id: required(line, 'id'),
    corpus: required(line, 'corpus'),
    question: required(line, 'question'),
    passages: passages.map((passage: unknown, index) => {
      const fields: JsonLine = { value: Object(passage) as JsonLine['value'], place: line.place };
      const heading = textField(fields, 'heading');
      return { number: index + 1, text: required(fields, 'text'), heading };
    }),
  };
}

function readAnswers(lines: readonly JsonLine[], given: ReadonlyMap<string, Given>) {
  const answers = new Map<string, LabelledAnswer>();
  for (const line of lines) {
    const label = required(line, 'label');
    if (!LABELS.includes(label))
      throw badLine(line.place, `has a "label" that is none of ${LABELS.join(', ')}`);
    const set = textField(line, 'set') ?? '';
    const from = givenOf(line, given);
    const key = `${from.id}\n${set}`;
    const answer = answers.get(key) ?? { given: from, set, sentences: [] };
    answer.sentences.push({ text: required(line, 'sentence'), label: label as Label });
    answers.set(key, answer);
  }
  return [...answers.values()];
}

function readProbe(line: JsonLine, given: ReadonlyMap<string, Given>): Probe {
  const kind = required(line, 'kind');
  if (kind !== 'paraphrase' && kind !== 'edit')
    throw badLine(line.place, 'has a "kind" that is neither paraphrase nor edit');
  return { given: givenOf(line, given), kind, text: required(line, 'sentence') };
}

function givenOf(line: JsonLine, given: ReadonlyMap<string, Given>): Given {
  const id = required(line, 'id');
  const found = given.get(id);
  if (!found) throw badLine(line.place, `has the id "${id}", which no line of passages.jsonl has`);
  return found;
}

function required(line: JsonLine, name: string): string {
  const text = textField(line, name);
  if (!text) throw badLine(line.place, `has no "${name}"`);
  return text;
}
