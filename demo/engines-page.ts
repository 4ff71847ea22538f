import { WEBLLM_MODELS } from '../src/engines/webllm/models.ts';
import { escapeHtml } from './html.ts';
import type { Page } from './layout.ts';
import type { Heading } from './outline.ts';

const ENGINES: readonly (readonly [string, string])[] = [
  ['auto', 'auto: what this device can run'],
  ['webllm', 'webllm: on the graphics card'],
  ['prompt-api', "prompt-api: the browser's own model"],
  ['llama-cpp', 'llama-cpp: on the processor, a GGUF file'],
  ['server', 'a server with an OpenAI-compatible interface'],
  ['extractive', 'extractive: no language model, quotes only'],
];

const option = ([value, text]: readonly [string, string]): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`;

const MODELS = [
  ['', 'as this device allows'] as const,
  ...WEBLLM_MODELS.map(({ name }) => [name, name] as const),
];

const field = (label: string, control: string): string => `<label>${label}\n${control}</label>`;

const FORM = `<form class="engines">
${field('Engine', `<select name="engine">${ENGINES.map(option).join('')}</select>`)}
<div data-for="auto webllm">
${field('Model', `<select name="model">${MODELS.map(option).join('')}</select>`)}
${field('Folder with models, where they are not to come from the hub', '<input name="model-base" type="url" placeholder="https://example.org/models/">')}
</div>
<div data-for="auto llama-cpp" hidden>
${field('Address of a GGUF file', '<input name="gguf" placeholder="https://example.org/model.gguf">')}
</div>
<div data-for="server" hidden>
${field('Address of the server', '<input name="server" type="url" placeholder="http://localhost:8080/v1">')}
${field("The model's name there", '<input name="server-model" placeholder="default">')}
</div>
<button>Use this engine</button>
<output></output>
</form>`;

const HEADINGS: readonly [string, string][] = [
  ['choose', 'Choose an engine'],
  ['device', 'This device'],
];

const heading = ([id, text]: readonly [string, string]): string => `<h2 id="${id}">${text}</h2>`;

/** The page on which every engine can be tried. Its script is `engines.ts`. */
export function enginesPage(): Page {
  const [choose, device] = HEADINGS.map(heading);
  return {
    path: 'engines.html',
    title: 'Language models on your device',
    description:
      'Try each of the engines that can write an answer, and see what this device can run.',
    body: `<h1>Language models on your device</h1>
<p>On every page of this site answers are quoted from its text. Where a language model can run, it writes an
answer above the quotes. This page lets you choose what it runs on. Nothing is downloaded before you agree to
its size.</p>
${choose ?? ''}
${FORM}
${device ?? ''}
<p>The widget can look at this device, and measure for a moment how fast its graphics card is. Nothing of it
leaves the browser. Sizes are estimates, and the truth about a speed lies between half and twice the figure.</p>
<p><button class="look">Look at this device</button></p>
<div class="report" aria-live="polite"></div>`,
    headings: HEADINGS.map(([id, text]): Heading => ({ id, depth: 2, text })),
    script: 'engines.js',
  };
}
