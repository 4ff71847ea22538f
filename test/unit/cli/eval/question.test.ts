import { describe, expect, it } from 'vitest';
import { parseJsonLines, readJsonLines } from '../../../../src/cli/eval/json-lines.ts';
import { parseJudgements } from '../../../../src/cli/eval/judgements.ts';
import { toQuestions } from '../../../../src/cli/eval/question.ts';

const read = (text: string, qrels?: string) =>
  toQuestions(parseJsonLines(text, 'q.jsonl'), {
    file: 'q.jsonl',
    judgements: qrels === undefined ? undefined : parseJudgements(qrels, 'q.tsv'),
  });

describe('questions', () => {
  it('need a question and the page that answers it', () => {
    expect(read('{"question": "how?", "gold": ["guide#start"]}\n\n')).toEqual([
      {
        id: 'q.jsonl:1',
        type: 'answerable',
        question: 'how?',
        history: [],
        gold: [{ page: 'guide', anchor: 'start', grade: 1 }],
        facts: [],
        place: 'q.jsonl:1',
      },
    ]);
  });

  it('with a history are follow-ups', () => {
    const [question] = read('{"question": "and then?", "history": ["how?"], "gold": ["guide"]}');
    expect(question).toMatchObject({ type: 'followup', history: ['how?'] });
    expect(question?.gold[0]?.anchor).toBeUndefined();
  });

  it('may say that nothing answers them', () => {
    const line = '{"id": "u1", "type": "unanswerable", "question": "why?", "gold": []}';
    expect(read(line)[0]).toMatchObject({ id: 'u1', type: 'unanswerable', gold: [] });
  });

  it.each([
    ['{"question": "how?", "gold": ["a"]}\n{"question": ', /q\.jsonl:2 is not JSON/],
    ['["how?"]', /q\.jsonl:1 is not a JSON object/],
    ['{"question": "how?"}', /q\.jsonl:1 has no "gold".*unanswerable/],
    ['{"question": " ", "gold": ["a"]}', /q\.jsonl:1 has no "question"/],
    ['{"question": "how?", "gold": "a"}', /"gold" that is not a list of texts/],
    ['{"question": "how?", "gold": ["a"], "type": "hard"}', /"type" that is none of answerable/],
    ['{"question": "how?", "gold": ["a"], "answer_facts": [" "]}', /empty "answer_facts"/],
    ['', /holds no question: q\.jsonl/],
  ])('say what is wrong with %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it('are asked for by name where the file is missing', async () => {
    await expect(readJsonLines('/nowhere/q.jsonl')).rejects.toThrow(
      'There is no file /nowhere/q.jsonl. Check the path.',
    );
  });
});

describe('judgements', () => {
  const queries = '{"_id": "1", "text": "a claim"}\n{"id": "2", "question": "another"}';

  it('are the gold; queries that nobody judged are left out', () => {
    const [only, ...more] = read(
      queries,
      'query-id\tcorpus-id\tscore\n2\td7\t1\n2\td8\t2\n1\td9\t0\n',
    );
    expect(more).toEqual([]);
    expect(only).toMatchObject({ id: '2', question: 'another', type: 'answerable' });
    expect(only?.gold).toEqual([
      { page: 'd7', anchor: undefined, grade: 1 },
      { page: 'd8', anchor: undefined, grade: 2 },
    ]);
  });

  it('keep a first line that holds no names', () => {
    expect(read(queries, '1\td9\t1\r\n')[0]?.gold[0]?.page).toBe('d9');
  });

  it.each([
    ['1\td9\t1\n2 d7 1', /q\.tsv:2 is not question, document and number/],
    ['1\td9\t1\n2\td7\tgood', /q\.tsv:2 is not/],
    ['query-id\tcorpus-id\tscore\n', /q\.tsv holds no judgement above 0/],
  ])('say what is wrong with %j', (qrels, message) => {
    expect(() => read(queries, qrels)).toThrow(message);
  });

  it('that fit no question are refused', () => {
    expect(() => read(queries, '77\td1\t1')).toThrow(/No question of it is in the judgements/);
  });
});
