import { html, nothing, type TemplateResult } from './lit.ts';
import type { EngineDescription, LoadProgress } from '../../core/ports.ts';
import type { Session } from '../session.ts';
import { formatBytes, formatDownload, WORDS } from './words.ts';

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
        <p><strong>${WORDS.loadingModel(description.model)}</strong></p>
        <p>${progressText(progress)}</p>
        <button class="button" @click=${() => engine.stop()}>
          ${progress.download ? WORDS.pause : WORDS.stop}
        </button>
      `);
    }
    case 'paused':
      return card(pausedView(session, state));
    case 'failed':
      return card(html`
        <p role="alert">${state.error.message}</p>
        ${choiceView(session)}
        <button class="button" @click=${() => engine.download()}>${WORDS.retry}</button>
        ${noView(session)}
      `);
    default:
      return state satisfies never;
  }
}

const card = (content: unknown): TemplateResult =>
  html`<aside class="engine" part="engine">${content}</aside>`;

function progressText({ text, download }: LoadProgress): string {
  if (!download) return text;
  const line = formatDownload(download);
  return download.isStalled ? `${line}. ${WORDS.stalled}` : line;
}

const sizeOf = ({ bytes }: EngineDescription): string =>
  bytes > 0 ? formatBytes(bytes) : WORDS.sizeUnknown;

function offerView(session: Session, description: EngineDescription): TemplateResult {
  const { model, bytes, origin, availability } = description;
  const { engine, models } = session.runtime;
  const { freeBytes } = models;
  const isHere = availability === 'ready';
  const download = bytes > 0 ? WORDS.download(formatBytes(bytes)) : WORDS.use;
  return html`
    <p><strong>${WORDS.offerTitle}</strong></p>
    <p>${WORDS.offer(model, sizeOf(description), origin)} ${licenceView(description)}</p>
    ${freeBytes === undefined ? nothing : html`<p class="quiet">${WORDS.room(formatBytes(freeBytes))}</p>`}
    ${choiceView(session)}
    <button class="button primary" @click=${() => engine.download()}>
      ${isHere ? WORDS.use : download}
    </button>
    ${noView(session)}
  `;
}

function licenceView({ licence, licenceUrl }: EngineDescription): TemplateResult {
  const name =
    licenceUrl === undefined
      ? licence
      : html`<a href=${licenceUrl} target="_blank" rel="noopener noreferrer">${licence}</a>`;
  return html`${WORDS.licence}: ${name}.`;
}

/** The reader's no: for this visit, or for good. */
function noView({ runtime: { engine } }: Session): TemplateResult {
  return html`
    <button class="button" @click=${() => engine.decline()}>${WORDS.notNow}</button>
    <button class="button" @click=${() => engine.decline({ isForGood: true })}>
      ${WORDS.never}
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
      ${WORDS.chooseModel}
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
  return [
    `${model}: ${sizeOf(description)}`,
    ...(memoryBytes ? [WORDS.memory(formatBytes(memoryBytes))] : []),
    ...(tokensPerSecond ? [WORDS.rate(Math.round(tokensPerSecond))] : []),
  ].join(', ');
}

function pausedView(
  session: Session,
  { description, progress }: { description: EngineDescription; progress: LoadProgress },
): TemplateResult {
  const { engine } = session.runtime;
  return html`
    <p><strong>${WORDS.paused(description.model)}</strong></p>
    <p>${progressText(progress)} ${WORDS.keptSoFar}</p>
    <button class="button primary" @click=${() => engine.download()}>${WORDS.goOn}</button>
    ${noView(session)}
  `;
}
