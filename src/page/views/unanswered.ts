import { html, nothing, type TemplateResult } from './lit.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import type { Session } from '../session.ts';
import { unansweredCsv, unansweredJson } from '../unanswered-file.ts';
import type { UnansweredQuestion } from '../unanswered.ts';
import { languageTag, say, sayList } from '../words/say.ts';

/** Milliseconds after which a browser has surely read the file. */
const READ = 10_000;

/** Questions without a good answer, to take along as a file, or to delete. */
export function unansweredView(session: Session): unknown {
  const { list, isOpen, isKept } = session.unanswered;
  if (!isOpen || list.length === 0) return nothing;
  return html`<section class="models" part="unanswered" aria-label=${say('unanswered')}>
    <h2>${say('unanswered')}</h2>
    <p>${say(isKept ? 'unansweredKept' : 'unansweredVisit')}</p>
    <ul>
      ${[...list].reverse().map((each) => questionView(session, each))}
    </ul>
    <p>
      <button class="button" @click=${() => save('csv', `\ufeff${unansweredCsv(list)}`)}>
        ${say('saveAs', { format: 'CSV' })}
      </button>
      <button class="button" @click=${() => save('json', unansweredJson(list))}>
        ${say('saveAs', { format: 'JSON' })}
      </button>
      <button class="button" @click=${remover(session, () => session.unanswered.clear())}>
        ${say('deleteAll')}
      </button>
    </p>
  </section>`;
}

function questionView(session: Session, each: UnansweredQuestion): TemplateResult {
  const question = removeInvisible(each.question);
  const why = say(each.reason === 'down' ? 'notHelpful' : 'nothingFound');
  const time = new Date(each.time).toLocaleString(languageTag(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return html`<li class="stored">
    <span>
      <span class="name">${question}</span>
      <span class="path">${sayList([why, time])}</span>
    </span>
    <button
      class="button"
      aria-label=${say('deleteOne', { question })}
      @click=${remover(session, () => session.unanswered.remove(each.question))}
    >
      ${say('delete')}
    </button>
  </li>`;
}

function remover({ remark }: Session, remove: () => void): () => void {
  const deleted = say('deleted');
  return () => {
    remove();
    remark.say(deleted);
  };
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
