import { html, nothing, type TemplateResult } from './lit.ts';
import type { EngineDescription, LoadProgress } from '../../core/ports.ts';
import type { Session } from '../session.ts';
import { formatBytes, formatDownload } from '../words/figures.ts';
import { say, sayAround, sayList } from '../words/say.ts';
import { sayOr } from '../words/told.ts';
import { errorView } from './told.ts';

/** The language model's card: offered with its size, loading, paused or failed. Ready, it needs none. */
export function engineView(session: Session): unknown {
  const { engine } = session.runtime;
  const { state } = engine;
  switch (state.kind) {
    case 'unknown':
    case 'none':
    case 'declined':
    case 'ready':
      return nothing;
    case 'offered':
      return card(offerView(session, state.description));
    case 'loading': {
      const { description, progress } = state;
      return card(html`
        <p><strong>${say('loadingModel', { model: description.model })}</strong></p>
        <p>${progressText(progress)}</p>
        <button class="button" @click=${() => engine.stop()}>
          ${progress.download ? say('pause') : say('stop')}
        </button>
      `);
    }
    case 'paused':
      return card(pausedView(session, state));
    case 'failed':
      return card(html`
        <p role="alert">${errorView(state.error)}</p>
        ${choiceView(session)}
        <button class="button" @click=${() => engine.download()}>${say('retry')}</button>
        ${noView(session)}
      `);
    default:
      return state satisfies never;
  }
}

const card = (content: unknown): TemplateResult =>
  html`<aside class="engine" part="engine">${content}</aside>`;

function progressText({ text, download }: LoadProgress): string {
  if (!download) return sayOr(text);
  const line = formatDownload(download);
  return download.isStalled ? say('stalled', { progress: line }) : line;
}

const sizeOf = ({ bytes }: EngineDescription): string =>
  bytes > 0 ? formatBytes(bytes) : say('sizeUnknown');

function offerView(session: Session, description: EngineDescription): TemplateResult {
  const { model, bytes, origin, availability } = description;
  const { engine, models } = session.runtime;
  const { freeBytes } = models;
  const isHere = availability === 'ready';
  const download = bytes > 0 ? say('download', { size: formatBytes(bytes) }) : say('use');
  return html`
    <p><strong>${say('offerTitle')}</strong></p>
    <p>
      ${say('offer', { model, size: sizeOf(description), origin: sayOr(origin) })}
      ${licenceView(description)}
    </p>
    ${freeBytes === undefined ? nothing : html`<p class="quiet">${say('room', { free: formatBytes(freeBytes) })}</p>`}
    ${choiceView(session)}
    <button class="button primary" @click=${() => engine.download()}>
      ${isHere ? say('use') : download}
    </button>
    ${noView(session)}
  `;
}

function licenceView({ licence, licenceUrl }: EngineDescription): TemplateResult {
  const name =
    licenceUrl === undefined
      ? sayOr(licence)
      : html`<a href=${licenceUrl} target="_blank" rel="noopener noreferrer">${licence}</a>`;
  return html`${sayAround('licence', { licence: name })}`;
}

/** The reader's no: for this visit, or for good. */
function noView({ runtime: { engine } }: Session): TemplateResult {
  return html`
    <button class="button" @click=${() => engine.decline()}>${say('notNow')}</button>
    <button class="button" @click=${() => engine.decline({ isForGood: true })}>
      ${say('never')}
    </button>
  `;
}

/** Other models that can run here. */
export function choiceView(session: Session): unknown {
  const { engine } = session.runtime;
  const { choices } = engine;
  if (choices.length < 2) return nothing;
  const onChange = (event: Event) => void engine.choose((event.target as HTMLSelectElement).value);
  return html`<p>
    <label class="choice">
      ${say('chooseModel')}
      <select @change=${onChange}>
        ${choices.map(
          ({ key, description, isCurrent }) =>
            html`<option value=${key} .selected=${isCurrent}>${choiceText(description)}</option>`,
        )}
      </select>
    </label>
  </p>`;
}

function choiceText(description: EngineDescription): string {
  const { model, memoryBytes, tokensPerSecond } = description;
  return sayList([
    say('choice', { model, size: sizeOf(description) }),
    ...(memoryBytes ? [say('memory', { size: formatBytes(memoryBytes) })] : []),
    ...(tokensPerSecond ? [say('rate', { count: Math.round(tokensPerSecond) })] : []),
  ]);
}

function pausedView(
  session: Session,
  { description, progress }: { description: EngineDescription; progress: LoadProgress },
): TemplateResult {
  const { engine } = session.runtime;
  return html`
    <p><strong>${say('paused', { model: description.model })}</strong></p>
    <p>${progressText(progress)} ${say('keptSoFar')}</p>
    <button class="button primary" @click=${() => engine.download()}>${say('goOn')}</button>
    ${noView(session)}
  `;
}
