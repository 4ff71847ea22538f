import type { Answer, GeneratedAnswer } from './answer.ts';
import type { NumberedPrompt } from './ask-prompt.ts';
import { headingPath } from './documents/passages.ts';
import { citeBySupport } from './grounding/cite.ts';
import type { SourcePassage } from './grounding/sources.ts';
import type { SupportQuery } from './grounding/support.ts';
import type { SupportReport } from './grounding/support-report.ts';
import type { Hit } from './ports.ts';

/** Checks an answer against what the model was given, away from the page's own thread. */
export interface SupportChecker {
  /** @throws {AskPageError} where it could not be checked; the reason of an abort. */
  check(query: SupportQuery, options?: { signal?: AbortSignal }): Promise<SupportReport>;
}

/** What an answer can be checked against: only what its own request held. */
export function supportQuery(
  { text }: GeneratedAnswer,
  { prompt, sources }: NumberedPrompt,
  question: string,
): SupportQuery {
  const passages = [...sources.byNumber].map(([number, hit]) => ({
    number: sources.places.get(number) ?? number,
    ...givenText(hit, joinedTo(number, prompt)),
  }));
  return { answer: text, question, passages };
}

/** Ids of what was joined to a passage; nothing is known of those in an exchange that is sent once more. */
function joinedTo(number: number, { report }: NumberedPrompt['prompt']): string[] | undefined {
  const reported = report.passages.find((passage) => passage.number === number);
  return reported && (reported.joined ?? []);
}

function givenText(
  { passage, around }: Hit,
  joined: readonly string[] | undefined,
): Pick<SourcePassage, 'text' | 'heading'> {
  const isGiven = ({ id }: { id: string }) => joined?.includes(id) ?? true;
  const before = around?.before.filter(isGiven).reverse() ?? [];
  const after = around?.after.filter(isGiven) ?? [];
  const texts = [...before, passage, ...after].map(({ text }) => text);
  return { heading: headingPath(passage.section), text: texts.join('\n\n') };
}

/** The answer with what supports it, its citations by that; where it claims nothing, by the model. */
export function withSupport(answer: GeneratedAnswer, report: SupportReport): GeneratedAnswer {
  if (report.verdict === 'empty') return { ...answer, support: report };
  const { text, citations, claims } = citeBySupport(answer.text, report);
  return { ...answer, text, citations, support: { claims, verdict: report.verdict } };
}

/** Whether most of what a model wrote is not in its sources, so that the quotation stands instead. */
export const isWithdrawn = (answer: Answer | undefined): boolean =>
  answer?.kind === 'generated' && answer.support?.verdict === 'unsupported';

/** What answers the question: what a model wrote, unless it is withdrawn; else the quotation. */
export const standingAnswer = ({
  quote,
  generated,
}: {
  quote: Answer;
  generated?: Answer | undefined;
}): Answer => (generated && !isWithdrawn(generated) ? generated : quote);
