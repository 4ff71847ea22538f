import type { DeviceReport } from '../src/engines/device.ts';
import { createOpenAiEngine } from './openai-engine.ts';
import { deviceRows, modelRows, type Row } from './device-rows.ts';

// The page is built with all that is looked up here.
const form = document.querySelector('form.engines') as HTMLFormElement;
const status = document.querySelector('.engines output') as HTMLOutputElement;
const look = document.querySelector('button.look') as HTMLButtonElement;
const report = document.querySelector('.report') as HTMLElement;

/** Attributes of the element; the server's engine has none and is given as a part. */
const ATTRIBUTES = ['engine', 'model', 'model-base', 'gguf'] as const;

const valueOf = (name: string): string => {
  const field = form.elements.namedItem(name);
  const isShown = field instanceof HTMLElement && !field.closest('[hidden]');
  return isShown && 'value' in field ? String(field.value).trim() : '';
};

/** Shows the fields that the chosen engine has. */
function showFields(): void {
  const engine = valueOf('engine');
  for (const fields of form.querySelectorAll<HTMLElement>('[data-for]'))
    fields.hidden = !fields.dataset.for?.split(' ').includes(engine);
}

/** Puts a new element in the place of the old one: its engine is chosen when it first answers. */
function useEngine(): void {
  const old = document.querySelector('ask-page');
  const fresh = document.createElement('ask-page') as HTMLElement & { parts: object };
  for (const name of ['hotkey', 'index']) {
    const value = old?.getAttribute(name);
    if (value) fresh.setAttribute(name, value);
  }
  const isServer = valueOf('engine') === 'server';
  for (const name of isServer ? [] : ATTRIBUTES)
    if (valueOf(name)) fresh.setAttribute(name, valueOf(name));
  if (isServer) fresh.parts = { engine: serverEngine() };
  old?.replaceWith(fresh);
  const said = [...fresh.attributes].filter(({ name }) =>
    ATTRIBUTES.some((known) => known === name),
  );
  const written = said.map(({ name, value }) => ` ${name}="${value}"`).join('');
  status.value = isServer
    ? `Questions are now answered by ${new URL(valueOf('server')).host}.`
    : `The page now has <ask-page${written}>. Ask it something.`;
}

const serverEngine = () =>
  createOpenAiEngine({
    url: valueOf('server'),
    model: valueOf('server-model'),
    contextWindow: 4096,
  });

/** The choice stands in the page's address, so that it outlives a reload. */
function readAddress(): boolean {
  const chosen = new URLSearchParams(location.search);
  for (const [name, value] of chosen) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = value;
  }
  return chosen.has('engine');
}

function writeAddress(): void {
  const names = [...ATTRIBUTES, 'server', 'server-model'].filter((name) => valueOf(name));
  const query = new URLSearchParams(names.map((name) => [name, valueOf(name)]));
  history.replaceState(null, '', `?${query}`);
}

function table(heads: readonly string[], rows: readonly Row[]): HTMLElement {
  const made = document.createElement('table');
  const line = (cells: readonly string[], kind: 'th' | 'td') => {
    const row = made.insertRow();
    for (const text of cells)
      row.append(Object.assign(document.createElement(kind), { textContent: text }));
  };
  line(heads, 'th');
  for (const row of rows) line(row, 'td');
  const wide = document.createElement('div');
  wide.className = 'wide';
  wide.append(made);
  return wide;
}

async function showDevice(): Promise<void> {
  look.disabled = true;
  await customElements.whenDefined('ask-page');
  const element = customElements.get('ask-page') as unknown as { device(): Promise<DeviceReport> };
  const device = await element.device();
  report.replaceChildren(
    table(['What', 'This device'], deviceRows(device)),
    table(['Model', 'Download', 'Memory', 'Here'], modelRows(device.models)),
  );
  look.disabled = false;
}

form.addEventListener('change', showFields);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  writeAddress();
  useEngine();
});
look.addEventListener('click', () => void showDevice());
const isChosen = readAddress();
showFields();
if (isChosen) useEngine();
