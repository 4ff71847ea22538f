/** English words that hold a sentence together and say nothing by themselves. */
const FUNCTION_WORDS = new Set(
  (
    'a an the this that these those it its they them their there here is are was were be been being am ' +
    'do does did doing done have has had having can could may might will would shall should must to of in ' +
    'on at by for from with without into onto as about over under than then so such if when while where ' +
    'which who whose what how why because and or but nor not no only also too very just more most much ' +
    'many some any each every all both other another same own up out off via per you your yours we our us ' +
    'i my me he she his her one get gets got use used uses using make makes made like way e.g i.e etc'
  ).split(' '),
);

/** Words that talk about the answer itself. */
const ANSWER_WORDS = new Set(
  'answer question passage documentation document find found'.split(' '),
);

/** What lead-ins to a list or to code consist of: "This can be achieved with the following code snippet:". */
const LEAD_IN_WORDS = new Set(
  'follow following code snippet example below above achieve achieved happen happened step work'.split(
    ' ',
  ),
);

export const isFunctionWord = (term: string): boolean => FUNCTION_WORDS.has(term);
export const isAnswerWord = (term: string): boolean => ANSWER_WORDS.has(term);
export const isLeadInWord = (term: string): boolean => LEAD_IN_WORDS.has(term);
