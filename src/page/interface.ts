import type { AskPage } from './ask-page.ts';
import type { OwnParts } from './config.ts';
import type { OwnWords } from './words/translation.ts';
import type {
  AskAnswerEvent,
  AskCloseEvent,
  AskCopyEvent,
  AskDoneEvent,
  AskErrorEvent,
  AskFeedbackEvent,
  AskHitsEvent,
  AskLinkClickEvent,
  AskModelProgressEvent,
  AskOpenEvent,
  AskQuestionEvent,
  AskSourceClickEvent,
  AskStateEvent,
  AskStopEvent,
  AskUnansweredEvent,
  AskWarningEvent,
} from './events.ts';

/**
 * What a page may set of `<ask-page>`, and where its style may reach in. The published description of the
 * element and `docs/api.md` are made from this file, from the methods of `AskPage` and from `events.ts`;
 * a test compares it with the element.
 *
 * @csspart trigger - The button that opens the dialog.
 * @slot trigger - What stands in place of the button; give it `aria-haspopup="dialog"`.
 * @csspart trigger-dismiss - The × by which the button is put away, where `dismissible` is set.
 * @csspart selection-button - The button beside selected text, where `selection` is set.
 * @csspart dialog - The frame, a `<dialog>` with `::part(dialog)::backdrop` or, inline, a `<section>`.
 * @csspart edge - The edge of the panel by which its width is changed.
 * @csspart input - The box for the question.
 * @csspart scopes - The choice of what is searched: all pages, the page being read, or its section.
 * @csspart scope - One button of that choice.
 * @csspart status - The line that says what is happening.
 * @csspart body - What scrolls below that line: results or the answer.
 * @csspart question - The question as it was asked, above its answer.
 * @csspart start - Questions to begin with, below the empty box: recent ones, then suggested ones.
 * @csspart suggestion - One of them.
 * @csspart recent-clear - The button that deletes the recent questions.
 * @csspart ask-row - The row above the results that asks what stands in the box.
 * @csspart hit - A result: a link to a page or a heading.
 * @csspart answer - An answer: quoted, written by a language model, or the words that nothing was found.
 * @csspart withdrawn - A written answer that its sources don't support, folded away.
 * @csspart citation - A number in an answer: a link to its source.
 * @csspart sources - The list of an answer's sources.
 * @csspart source - One of them: a link to the quoted sentence.
 * @csspart source-card - The sentence of a source, shown beside a citation or source that is pointed at or focused.
 * @csspart engine - The offer of a language model, its download, and what failed about it.
 * @csspart inspector - The request to a language model, where `debug` is set.
 * @csspart next - Questions to go on with, below an answer.
 * @csspart chip - One of them.
 * @csspart actions - What can be done with an answer: copied, linked to, judged, asked again.
 * @csspart feedback - What was wrong with an answer that was no help, to choose from.
 * @csspart thread - Earlier questions of the thread, below the current one.
 * @csspart exchange - One of them, folded: its answer and sources.
 * @csspart privacy-toggle - The button that unfolds what has left the device.
 * @csspart privacy - What has left the device.
 * @csspart models-toggle - The button that unfolds the language models on the device.
 * @csspart models - The language models on the device, to delete.
 * @csspart unanswered-toggle - The button that unfolds the questions without a good answer; there once there is one.
 * @csspart unanswered - The questions without a good answer, to save and delete.
 *
 * @cssprop --ask-accent - Links, focus, the main button and the line under the box.
 * @cssprop --ask-on-accent - Text on the accent.
 * @cssprop --ask-surface - Ground of the dialog and the button.
 * @cssprop --ask-raised - Ground of what stands out: code, keys, a result pointed at.
 * @cssprop --ask-text - Text.
 * @cssprop --ask-muted - Small print, snippets and the placeholder.
 * @cssprop --ask-line - Borders and rules.
 * @cssprop --ask-alarm - What has failed.
 * @cssprop --ask-doubt - Marks under sentences that the sources don't hold.
 * @cssprop --ask-radius - Rounding of the dialog's corners.
 * @cssprop --ask-font - Font family of everything but code.
 * @cssprop --ask-panel-top - Room above the panel, such as for a header that stays.
 * @cssprop --ask-offset-block - Distance of the button from the window's lower edge.
 * @cssprop --ask-offset-inline - Distance of the button from the window's side, at the end of lines.
 * @cssprop --ask-layer - `z-index` of the button. The dialog lies above everything.
 */
export interface AskPageAttributes {
  /** Address of a prebuilt index's `manifest.json`. @default the page itself is read */
  index?: string | undefined;
  /** Folder of the files that are loaded later: workers, WASM and models. @default where `askpage.js` lies */
  assets?: string | undefined;
  /** What may write answers; `extractive` quotes alone. @default "auto" */
  engine?: 'auto' | 'webllm' | 'prompt-api' | 'llama-cpp' | 'extractive' | undefined;
  /** What encodes questions: the index's token vectors, or the embedding model. @default "auto" */
  encoder?: 'auto' | 'light' | 'full' | undefined;
  /** Language models by name, best first. @default what the device can run */
  model?: string | undefined;
  /** Folder on your server with the language model's files. @default the model hub */
  'model-base'?: string | undefined;
  /** Address of a GGUF model, for devices without WebGPU. @default none */
  gguf?: string | undefined;
  /** A key that opens the dialog, such as `mod+k` (⌘K or Ctrl+K). @default none */
  hotkey?: string | undefined;
  /** How it stands on the page: over it, beside it, or in its flow. @default "dialog" */
  mode?: 'dialog' | 'panel' | 'inline' | undefined;
  /** Side of the panel, in the direction of the lines. @default "end" */
  side?: 'end' | 'start' | undefined;
  /** Corner of the button. @default "bottom-end" */
  placement?: 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start' | undefined;
  /** Elements of the page that open it, by a selector, in place of the button; `none` for no button. @default none */
  trigger?: string | undefined;
  /** What the button steps aside for, by a selector. @default none */
  avoid?: string | undefined;
  /** Readers on small screens can put the button away, until they close the tab. @default false */
  dismissible?: boolean | undefined;
  /** Text that is selected in the page can be asked about. @default false */
  selection?: boolean | undefined;
  /** Words of the button. @default "Ask" */
  label?: string | undefined;
  /** Words of the empty box. @default "Search or ask …" */
  placeholder?: string | undefined;
  /**
   * Questions to begin with: divided by `|` or one in each line, as a property also a list; an empty one
   * stands for none. @default made from headings
   */
  suggestions?: string | readonly string[] | undefined;
  /** Keeps the thread and the last questions in the reader's local storage. @default false */
  history?: boolean | undefined;
  /** Shows the request that a language model is, or would be, given. @default false */
  debug?: boolean | undefined;
}

/** What is set by script alone. */
export interface AskPageOwnProperties {
  /** A retriever, an engine and other parts of your own; set before the dialog is opened first. @default {} */
  parts?: OwnParts | undefined;
  /** Words in place of the interface's own, by their keys. Set anew to change them. @default undefined */
  words?: OwnWords | undefined;
}

/** `model-base` as `modelBase`. */
export type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The properties of `<ask-page>` by their names in script. */
export type AskPageProperties = AskPageOwnProperties & {
  [Name in keyof AskPageAttributes as Camel<Name>]?: AskPageAttributes[Name];
};

/** Each event of `<ask-page>` by its type. All of them bubble, and none stops at a shadow root. */
export interface AskPageEventMap {
  'ask-open': AskOpenEvent;
  'ask-close': AskCloseEvent;
  'ask-question': AskQuestionEvent;
  'ask-state': AskStateEvent;
  'ask-hits': AskHitsEvent;
  'ask-answer': AskAnswerEvent;
  'ask-stop': AskStopEvent;
  'ask-done': AskDoneEvent;
  'ask-unanswered': AskUnansweredEvent;
  'ask-feedback': AskFeedbackEvent;
  'ask-copy': AskCopyEvent;
  'ask-source-click': AskSourceClickEvent;
  'ask-link-click': AskLinkClickEvent;
  'ask-model-progress': AskModelProgressEvent;
  'ask-error': AskErrorEvent;
  'ask-warning': AskWarningEvent;
}

declare global {
  interface HTMLElementTagNameMap {
    'ask-page': AskPage;
  }
  // Of the element, the document and the window.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the members stand above, once
  interface GlobalEventHandlersEventMap extends AskPageEventMap {}
}

/** Handlers of the events as React and Svelte name them, such as `onask-answer`. */
export type AskPageHandlers = {
  [Type in keyof AskPageEventMap as `on${Type}`]?: (event: AskPageEventMap[Type]) => void;
};
