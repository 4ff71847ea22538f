import { html, nothing, type TemplateResult } from './lit.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import type { Session } from '../session.ts';
import { unansweredCsv, unansweredJson } from '../unanswered-file.ts';
import type { UnansweredQuestion } from '../unanswered.ts';
import { WORDS } from './words.ts';

/** Milliseconds after which a browser has surely read the file. */
const READ = 10_000;

/** Questions without a good answer, to take along as a file, or to delete. */
export function unansweredView(session: Session): unknown {
  const { unanswered } = session;
  const { list, isOpen, isKept } = unanswered;
  if (!isOpen || list.length === 0) return nothing;
  const clear = () => {
    unanswered.clear();
    session.remark.say(WORDS.deleted);
  };
  return html`<section class="panel" part="unanswered" aria-label=${WORDS.unanswered}>
    <h2>${WORDS.unanswered}</h2>
    <p>${isKept ? WORDS.unansweredKept : WORDS.unansweredVisit}</p>
    <ul>
      ${[...list].reverse().map((each) => questionView(session, each))}
    </ul>
    <p class="buttons">
      <button class="button" @click=${() => save('csv', `\ufeff${unansweredCsv(list)}`)}>
        ${WORDS.saveAs('CSV')}
      </button>
      <button class="button" @click=${() => save('json', unansweredJson(list))}>
        ${WORDS.saveAs('JSON')}
      </button>
      <button class="button" @click=${clear}>${WORDS.deleteAll}</button>
    </p>
  </section>`;
}

function questionView(session: Session, each: UnansweredQuestion): TemplateResult {
  const question = removeInvisible(each.question);
  const why = each.reason === 'down' ? WORDS.notHelpful : WORDS.nothingFound;
  const remove = () => {
    session.unanswered.remove(each.question);
    session.remark.say(WORDS.deleted);
  };
  return html`<li class="stored">
    <span>
      <span class="name">${question}</span>
      <span class="path">${why}, ${new Date(each.time).toLocaleString()}</span>
    </span>
    <button class="button" aria-label=${WORDS.deleteOne(question)} @click=${remove}>
      ${WORDS.delete}
    </button>
  </li>`;
}

const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** No policy refuses a link to a file that the page has made itself. */
function save(ending: keyof typeof TYPES, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${TYPES[ending]};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `unanswered-questions.${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ);
}
