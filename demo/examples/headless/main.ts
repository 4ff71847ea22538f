import { createAsk, openSite, type Answer, type AskEvent, type Hit } from 'askpage/headless';

// The page is built with all that is looked up here.
const form = document.querySelector('form') as HTMLFormElement;
const box = document.querySelector('input') as HTMLInputElement;
const status = document.querySelector('output') as HTMLOutputElement;
const answer = document.querySelector('#answer') as HTMLElement;
const places = document.querySelector('#places') as HTMLElement;

const site = openSite({ index: '../../askpage-index/manifest.json' });
const asker = createAsk(site);
let asking = new AbortController();

/** An element with a text; what a document says never becomes HTML. */
function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function drawPlaces(hits: readonly Hit[]): void {
  // A section may be found by several passages.
  const sections = new Map(hits.map(({ passage: { section } }) => [section.url, section]));
  const rows = [...sections.values()].map((section) => {
    const link = document.createElement('a');
    link.href = section.url;
    link.textContent = [section.title, ...section.headings].join(' › ');
    const row = document.createElement('li');
    row.append(link);
    return row;
  });
  places.replaceChildren(...rows);
}

function drawAnswer(given: Answer): void {
  const isQuoted = given.kind === 'extractive';
  // Texts are Markdown; this page only takes the marks of code away.
  const quotes = isQuoted
    ? given.quotes.map(({ text }) => element('blockquote', text.replaceAll('`', '')))
    : [];
  answer.replaceChildren(...(isQuoted ? quotes : [element('p', given.text)]));
}

function draw(event: AskEvent): void {
  if (event.kind === 'found') drawPlaces(event.result.hits);
  if (event.kind === 'answer') drawAnswer(event.answer);
}

async function search(query: string): Promise<void> {
  const hits = query.trim() === '' ? [] : await site.keywords(query);
  // A later letter draws its own.
  if (query === box.value) drawPlaces(hits);
}

async function answerQuestion(question: string): Promise<void> {
  asking.abort();
  const { signal } = (asking = new AbortController());
  status.value = 'Searching';
  for await (const event of asker.ask(question, { signal })) draw(event);
  status.value = `${places.childElementCount} places`;
}

/** Only what is still wanted is told. */
const report = (thrown: unknown): void => {
  if (thrown instanceof Error && thrown.name !== 'AbortError') status.value = thrown.message;
};

box.addEventListener('input', () => void search(box.value).catch(report));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void answerQuestion(box.value).catch(report);
});
