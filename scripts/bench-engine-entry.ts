import { threadsHere } from '../src/engines/llama-cpp/support.ts';
import { loadBare, type BareEngine, type EngineFiles } from './bench-engine-bare.ts';
import { askFirst, type FirstQuestion } from './bench-engine-start.ts';
import { FreshRequests, type BenchRequest } from './bench-engine-request.ts';
import { WorkerTap } from './bench-engine-tap.ts';
import { WidgetWatch, type Reply } from './bench-engine-widget.ts';

/** What the driver calls in the page. */
export interface EngineBench {
  widget: WidgetWatch;
  /** Sets how the widget asks; to be called before the dialog is opened. */
  prepare(request: BenchRequest): void;
  /** From here on the widget's passages are new to llama.cpp. */
  renew(): void;
  /** @returns Threads of llama.cpp. */
  loadBare(files: EngineFiles): Promise<number>;
  /** The widget's last request, with a passage that is new to llama.cpp. */
  bareReply(): Promise<Reply>;
  askFirst(files: EngineFiles, isWarm: boolean): Promise<FirstQuestion>;
}

declare global {
  var askpageEngineBench: EngineBench;
}

const tap = new WorkerTap();
const requests = new FreshRequests();
const widget = new WidgetWatch(tap);
let bare: BareEngine | undefined;

globalThis.askpageEngineBench = {
  widget,
  prepare: (request) => widget.usePrompt(requests.prompt(request)),
  renew: () => requests.renew(),
  async loadBare(files) {
    bare = await loadBare(files, threadsHere(), tap);
    return bare.threads;
  },
  bareReply() {
    if (!bare) throw new Error('Bare wllama is not loaded.');
    if (!widget.body) throw new Error('The widget has sent no request yet.');
    return bare.reply(requests.renewed(widget.body));
  },
  askFirst,
};
