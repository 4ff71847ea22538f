import type { ErrorCode } from '../../core/errors.ts';

/**
 * Words of all that is drawn below the question box. `{name}` is filled in by `say`; a sentence that
 * depends on a number has a form for each plural category, chosen by `{count}`. Sentences are whole:
 * other languages order their parts in other ways. No HTML; `sayAround` puts elements in.
 */
export const EN = {
  /** Between the parts of a list in one line. */
  comma: ', ',
  copy: 'Copy',
  retry: 'Try again',
  stop: 'Stop',

  // What is happening.
  searching: 'Searching',
  reading: 'Finding the best passages',
  modelReads: '{model} reads the passages',
  writing: '{model} is writing',
  checking: 'Checking it against the sources',
  answered: {
    one: 'Answer ready, {count} source',
    other: 'Answer ready, {count} sources',
  },
  answeredByQuote: {
    one: 'Answer ready, quoted from the page, {count} source',
    other: 'Answer ready, quoted from the page, {count} sources',
  },
  nothingFound: 'No answer found',
  failed: 'That did not work',
  stopped: 'Stopped.',

  // The frame.
  panelWidth: 'Width of the panel',

  // Results.
  idle: 'Type to search, press Enter for an answer.',
  results: { one: '{count} result', other: '{count} results' },
  noResults: 'No page has these words. Press Enter to ask all the same.',
  hits: 'Pages',
  askRow: 'Ask: {question}',
  /** Names the beginning of a page, below the page's title. */
  pageTop: 'Top of the page',
  moreResults: 'Closest passages',
  sources: 'Sources',
  source: 'Source {number}: {title}',
  version: 'Version {version}',

  // Questions to choose.
  recent: 'Asked before',
  clearRecent: 'Clear',
  suggestions: 'You could ask',
  next: 'Ask next',

  // What is searched.
  scopes: 'Search in',
  scopeAll: 'All pages',
  scopePage: 'This page',
  // Said by the core in these same words.
  abstentionPage: 'I could not find an answer to this on this page.',
  abstentionSection: 'I could not find an answer to this in this section.',

  // The answer.
  quoted: 'Quoted from the page',
  quotedWords: 'Quoted from the page, found by its words',
  generatedHere: 'Written on this device by {model}. Check it against the sources.',
  generatedAt: 'Written by {model} ({origin}). Check it against the sources.',
  knownHere:
    'Not from this site: written on this device by {model} from what it knows. It may be wrong.',
  knownAt: 'Not from this site: written by {model} ({origin}) from what it knows. It may be wrong.',
  unfound: 'not found in the sources',
  absent: 'not in the sources',
  absentNames: 'Not in the sources: {names}',
  marks: 'Dotted: not found in the sources. Struck out: not in the sources at all.',
  withdrawn: 'Most of what {model} wrote was not found in the sources, so it is left out.',
  showAnyway: 'Show what it wrote',
  writeAgain: 'Write it again',
  engineFailed: 'The language model could not answer: {why}',
  table: 'Table',
  copyCode: 'Copy code',
  copied: 'Copied',
  selected: 'Selected',

  // What was done in a lesser way.
  meaningReady: 'This answer was found by words only. The search by meaning is ready now.',
  modelReady: 'The search model that may know the words left out is ready now.',
  askAgain: 'Ask again',

  // The language model.
  offerTitle: 'A language model can write the answer on this device',
  offer: '{model}, {size} once from {origin}, kept for this site only. Your questions stay here.',
  sizeUnknown: 'size unknown',
  licence: 'Licence: {licence}.',
  room: 'The browser lets this site keep {free} more.',
  chooseModel: 'Model',
  choice: '{model}: {size}',
  memory: '{size} of memory',
  rate: { one: 'about {count} token a second', other: 'about {count} tokens a second' },
  download: 'Download {size}',
  use: 'Load it',
  notNow: 'Not now',
  never: 'Never on this site',
  loadingModel: 'Loading {model}',
  downloaded: '{done} of {total}',
  timeLeft: '{time} left',
  stalled: '{progress}. Nothing arrives. Trying again.',
  pause: 'Pause',
  paused: '{model} is paused',
  keptSoFar: 'What has arrived is kept.',
  goOn: 'Go on',
  models: 'Language model',
  noModels: 'No language model is stored for this site.',
  modelWrites: '{model} writes answers here.',
  modelRefused: 'You wanted no language model on this site.',
  offerAgain: 'Show the offer',
  incomplete: 'not complete',
  from: 'from {origin}',
  deleteModel: 'Delete {model}',
  delete: 'Delete',

  // The foot, and what left the device.
  keyChoose: 'choose',
  keyAsk: 'ask',
  keyOpen: 'open',
  keyClose: 'close',
  privacy: 'Answered on this device. Nothing is sent.',
  ownParts: 'Answered by a service that this site’s owner has chosen.',
  ownEngine: 'Answers are written by {origin}, which this site’s owner has chosen.',
  leftTitle: 'What left this device',
  leftNowhere: 'Your questions: nowhere. They are searched and answered here.',
  leftToEngineAt:
    'Your questions, with passages that answer them: to {origin}, which this site’s owner has chosen.',
  leftToEngine:
    'Your questions, with passages that answer them: to a model that this site’s owner has chosen. What it sends on can’t be seen from here.',
  leftToRetriever:
    'Your questions: to a search that this site’s owner has chosen. What it sends on can’t be seen from here.',
  leftToBrowser:
    'Answers are written by the browser’s own model. What the browser sends can’t be seen from here.',
  keptHere:
    'Your last questions and their answers are kept in this browser, for this site only, until you clear them.',
  fetched: 'Files were fetched, since this page was opened, from:',
  fetchedNothing: 'Nothing was fetched since this page was opened.',
  thisSite: 'this site ({host})',
  requests: { one: '{count}\u00a0request', other: '{count}\u00a0requests' },
  fromCache: 'from the browser’s cache',
  sizeUntold: 'the browser doesn’t tell the size',
  sizeAtLeast: '{size} and more, which the browser doesn’t tell',
  fetchPattern:
    'No request holds a word of a question. The same files come whatever you ask, but for one case: a question whose words are strange to this site may bring a larger search model, once.',
  fetchUnseen:
    'A host that is asked learns your network address, the time and the name of this site, as from any page. Not listed are what the page itself loads or sends, and a model that another tab has fetched.',

  // The thread, and what can be done with an answer.
  earlier: 'Earlier in this thread',
  actions: 'This answer',
  copyAnswer: 'Copy the answer',
  copyLink: 'Copy a link to this question',
  copyByHand: 'The browser lets nothing be copied here. The text is selected: copy it by hand.',
  textToCopy: 'Text to copy',
  editQuestion: 'Edit the question',
  editing: 'The next question takes the place of “{question}”, and what came after it goes.',
  keepQuestion: 'Keep it',
  clearThread: 'Clear the thread',
  cleared: 'The thread is cleared.',
  done: 'Done',
  helpful: 'This helped',
  notHelpful: 'This did not help',
  thanks: 'Thank you.',
  takenBack: 'Your judgement is taken back.',
  whatWasWrong: 'What was wrong? You need not say.',
  reasonWrong: 'It is wrong',
  reasonIncomplete: 'Something is missing',
  reasonOffTopic: 'It answers something else',
  reasonOutdated: 'It is out of date',
  reasonUnclear: 'It is hard to understand',
  comment: 'In your own words',
  toldNote: 'The site may collect what you tell it here.',
  tell: 'Tell the site',
  dontTell: 'Say no more',

  // Questions without a good answer.
  unanswered: 'Questions without an answer',
  unansweredCount: { one: '{count} unanswered', other: '{count} unanswered' },
  unansweredVisit:
    'Nothing was found for these, or the answer did not help. They are forgotten when you leave this page. As a file they can help this site’s owner.',
  unansweredKept:
    'Nothing was found for these, or the answer did not help. They are kept in this browser only. As a file they can help this site’s owner.',
  saveAs: 'Save as {format}',
  deleteAll: 'Delete all',
  deleteOne: 'Delete “{question}”',
  deleted: 'Deleted',

  // Notices. What went wrong follows the first two.
  indexBroken: "Only this page is searched: the site's index can't be used.",
  wordsOnly: 'Results are found by words only.',
  inPage: 'The search worker could not start on this page: results are found by words only.',
  wordsOnlyYet: 'Found by words only: the search by meaning is not ready yet.',
  strangeWords:
    'Some words of the question are nowhere on this site, and the search model that may know them is not at hand: they were left out.',

  // Said elsewhere, in these same words: `sayAgain` knows them by these. Each stands alone on its line.
  abstention: 'I could not find an answer to this on this site.',
  noEngineWanted: 'This site quotes its pages and runs no language model.',
  noEngine: 'No language model can run here.',
  /** Stands for `{origin}` in `offer` and `from`: in the form that it has there. */
  sameSite: 'this site',
  /** Stands for `{licence}` in `licence`. */
  licenceUnknown: 'unknown',
  readingPage: 'Reading this page',
  readingPassages: {
    one: 'Reading this page: {done} of {count} passage',
    other: 'Reading this page: {done} of {count} passages',
  },
  loadingSearch: 'Loading the search model: {done} of {total} MB',
  starting: 'Starting',
  startingModel: 'Starting the model',
  startingBrowserModel: "Starting the browser's language model",
  browserDownloads: 'The browser downloads its language model',
  movingToGpu: 'Moving the model to the graphics card',
  movingToGpuStep: 'Moving the model to the graphics card: {done} of {total}',
  preparingGpu: 'Preparing the graphics card',
  preparingGpuStep: 'Preparing the graphics card: {done} of {total}',
  gpuReady: 'The graphics card is ready',
  warmingUp: 'Warming up',
  modelIsReady: 'The model is ready',
  ready: 'Ready',

  inspector: 'The request to the language model',
} as const;

/**
 * What happened and what to do, by an error's code. Languages other than English say this before the
 * error's own message, which is English and names what was wrong; in English the message is enough.
 */
export const EN_ERRORS: { readonly [Code in ErrorCode]: string } = {
  'bad-option': 'A setting of this search is wrong. The owner of the site has to correct it.',
  'bad-question': 'The question is empty or too long. Ask a shorter one.',
  'bad-file': 'A file can’t be read.',
  'bad-index': 'The search index of the site can’t be used. Its owner has to build it again.',
  'no-documents': 'There is no text on this page that could be searched.',
  network: 'Something could not be fetched. Check the connection and try again.',
  offline: 'This device is offline. Try again when there is a network.',
  stalled: 'The download does not go on. Check the connection, then try again.',
  'worker-failed': 'A part of the search or of the language model has ended. Try again.',
  'model-not-found':
    'A model that is needed is not available here. Choose another or tell the owner of the site.',
  'model-invalid': 'The files of the model are damaged or incomplete. Load the model again.',
  'no-webgpu':
    'This browser or device can’t run the language model. Update the browser or use another device.',
  'device-lost': 'The graphics card has lost the model. Ask again to load it anew.',
  'quota-exceeded':
    'There is not enough room for the model. Free some storage or leave the private window, then try again.',
  'storage-unavailable':
    'The browser lets this page keep nothing. Open a normal window or allow this site to store data.',
  'insecure-context':
    'This page was not served over https, and only then a language model runs. Open its https address.',
  'load-interrupted':
    'The page ended while the model was being loaded the last time, most often for want of memory. Close other tabs or choose a smaller model.',
  'runs-elsewhere':
    'The language model runs in another tab of this site. Close that tab or ask there.',
  gibberish: 'What the model wrote made no sense. Ask in other words or choose another model.',
  'context-overflow': 'The question is too long for the language model. Ask a shorter one.',
  'engine-failed': 'The language model has failed. Try again or choose a smaller model.',
  unexpected: 'Something unexpected went wrong. Try again.',
};
