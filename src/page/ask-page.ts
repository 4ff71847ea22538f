import {
  adoptStyles,
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import { shareLit } from './lit.ts';
import type { OwnParts } from './config.ts';
import { AskController, type AskPageHost } from './controller.ts';
import { AskCloseEvent, AskOpenEvent } from './frame/open-events.ts';
import type { Announcer } from './announcer.ts';
import { describeHotkey, matchesHotkey, readHotkey, type Hotkey } from './hotkey.ts';
import { boxView, type BoxOptions } from './box-view.ts';
import { ASK_ICON } from './icons.ts';
import type { AddedDocument } from '../core/documents/added-document.ts';
import type { DeviceReport } from '../engines/device.ts';
import type { Session } from './session.ts';
import type { UnansweredQuestion } from './unanswered.ts';
import { frameStyles } from './styles.ts';
import { waitView } from './wait-view.ts';
import { FRAME } from './words/frame.ts';

shareLit();

/** `<ask-page>`: a button that opens a dialog in which a reader asks about the site. */
export class AskPage extends LitElement implements AskPageHost {
  static override styles = frameStyles;
  static override properties = {
    index: {},
    assets: {},
    engine: {},
    encoder: {},
    model: {},
    modelBase: { attribute: 'model-base' },
    gguf: {},
    hotkey: {},
    label: {},
    placeholder: {},
    history: { type: Boolean },
    suggestions: {},
    debug: { type: Boolean },
    parts: { attribute: false }, // Frameworks set as a property what has a setter, else as text.
  };

  declare index: string | null | undefined;
  declare assets: string | null | undefined;
  declare engine: string | null | undefined;
  declare encoder: string | null | undefined;
  declare model: string | null | undefined;
  declare modelBase: string | null | undefined;
  declare gguf: string | null | undefined;
  declare hotkey: string | null | undefined;
  declare label: string | null | undefined;
  declare placeholder: string | null | undefined;
  history = false;
  declare suggestions: string | readonly string[] | null | undefined;
  debug = false;

  parts: OwnParts = {};

  readonly #controller = new AskController(this);
  readonly #ask = (question: string): void => void this.#controller.ask(question);
  #isOpen = false;
  #hasBodyStyles = false;
  #hotkey: Hotkey | undefined;
  #pressed: EventTarget | null = null;
  #announcer: Announcer | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#onHotkey);
    // Only a browser that doesn't know text fragments leaves one in the address.
    if (location.hash.includes(':~:text='))
      void this.#controller.warm().then((lazy) => lazy.highlightFragment(location.hash));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#onHotkey);
    // Put back open, it would be no modal any more.
    this.#dialog?.close();
  }

  /** Opens the dialog. */
  open(): void {
    const dialog = this.#dialog;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    this.#isOpen = true;
    this.#input?.select();
    this.#controller.session?.open();
    void this.#controller.open();
    this.dispatchEvent(new AskOpenEvent());
    this.requestUpdate();
  }

  /** Closes the dialog and stops what is being written. Focus returns to where it was. */
  close(): void {
    this.#dialog?.close();
  }

  /** Opens the dialog and asks. Ends when the question is answered, failed or replaced. */
  async ask(question: string): Promise<void> {
    this.open();
    await this.#controller.ask(question);
  }

  /** Adds documents to what is searched, replacing those of the same address; ends when words find them. */
  async addDocuments(documents: readonly AddedDocument[]): Promise<void> {
    const { addDocuments } = await this.#controller.warm();
    await addDocuments(await this.#controller.open(), documents);
  }

  /** What this device offers to language models. Nothing is fetched from elsewhere. */
  static async device(): Promise<DeviceReport> {
    const { readDevice } = await import('../engines/device.ts');
    return readDevice();
  }

  /** Stops the answer that is being written. */
  stop(): void {
    this.#controller.session?.stop();
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }

  /** Questions without a good answer: of this visit or, with `history`, of this browser. Oldest first. */
  get unanswered(): readonly UnansweredQuestion[] {
    return this.#controller.session?.unanswered.list ?? [];
  }

  /** Deletes the thread, also where `history` keeps it. */
  clear(): void {
    this.#controller.session?.clear();
  }

  /** For the controller. @ignore */
  sessionChanged(session: Session): void {
    const { heavy } = this.#controller;
    if (heavy.kind !== 'present') return;
    this.#announcer ??= new heavy.lazy.Announcer();
    this.#announcer.tell(session, { element: this, isOpen: this.#isOpen });
  }

  readonly #onHotkey = (event: KeyboardEvent): void => {
    if (!this.#hotkey || !matchesHotkey(event, this.#hotkey)) return;
    event.preventDefault();
    this.open();
  };

  /** A failure shows when the dialog is opened. */
  readonly #onWarm = (): void => void this.#controller.warm().catch(() => {});

  #onClose(): void {
    this.stop();
    this.#isOpen = false;
    this.dispatchEvent(new AskCloseEvent());
    this.requestUpdate();
  }

  #onKeydown(event: KeyboardEvent): void {
    const { heavy, query } = this.#controller;
    if (heavy.kind === 'present')
      heavy.lazy.rowKey(event, { root: this.renderRoot, ask: () => this.#ask(query) });
  }

  #onClick(event: MouseEvent): void {
    // A click beside the dialog lands on the dialog itself; so does a selection dragged out of it.
    if (event.target === this.#dialog && this.#pressed === this.#dialog) this.close();
    const { heavy } = this.#controller;
    if (heavy.kind !== 'present') return;
    const { followLink, highlightQuote } = heavy.lazy;
    followLink(event, { close: () => this.close(), highlight: highlightQuote });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('hotkey')) this.#hotkey = readHotkey(this.hotkey);
  }

  protected override updated(): void {
    const { heavy } = this.#controller;
    if (heavy.kind !== 'present' || this.#hasBodyStyles) return;
    this.#hasBodyStyles = true;
    new heavy.lazy.FocusKeeper(this);
    adoptStyles(this.renderRoot as ShadowRoot, [frameStyles, heavy.lazy.bodyStyles]);
  }

  protected override render(): TemplateResult {
    return html`
      <button
        class="trigger"
        part="trigger"
        aria-haspopup="dialog"
        @click=${() => this.open()}
        @pointerenter=${this.#onWarm}
        @focus=${this.#onWarm}
      >
        ${ASK_ICON} ${this.label ?? FRAME.trigger}
        ${this.#hotkey ? html`<kbd aria-hidden="true">${describeHotkey(this.#hotkey)}</kbd>` : nothing}
      </button>
      <dialog
        part="dialog"
        aria-label=${FRAME.dialogLabel}
        @close=${() => this.#onClose()}
        @pointerdown=${(event: PointerEvent) => (this.#pressed = event.target)}
        @click=${(event: MouseEvent) => this.#onClick(event)}
        @keydown=${(event: KeyboardEvent) => this.#onKeydown(event)}
      >
        ${boxView(this.#box)} ${this.#isOpen ? this.#renderBody() : nothing}
      </dialog>
    `;
  }

  get #box(): BoxOptions {
    return {
      query: this.#controller.query,
      placeholder: this.placeholder ?? FRAME.placeholder,
      onType: (query) => void this.#controller.type(query),
      onSubmit: this.#ask,
      onClose: () => this.close(),
    };
  }

  #renderBody(): unknown {
    const { heavy, query } = this.#controller;
    if (heavy.kind !== 'present')
      return waitView(heavy.kind, () => void this.#controller.type(query));
    const { debug, suggestions } = this;
    return heavy.lazy.bodyView(heavy.session, { query, debug, suggestions, ask: this.#ask });
  }
}
