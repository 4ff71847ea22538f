import { adoptStyles, html, LitElement, nothing, type TemplateResult } from 'lit';
import { shareLit } from './lit.ts';
import type { OwnParts } from './config.ts';
import { AskController, type AskPageHost } from './controller.ts';
import type { AddedDocument } from '../core/documents/added-document.ts';
import type { Announcer } from './announcer.ts';
import { boxView } from './box-view.ts';
import { frameView } from './frame/frame-view.ts';
import { AskCloseEvent, AskOpenEvent } from './frame/open-events.ts';
import { PageListener, type ListeningHost } from './frame/page-listener.ts';
import { Place, type PlacedHost } from './frame/place.ts';
import { triggerView } from './frame/trigger-view.ts';
import type { DeviceReport } from '../engines/device.ts';
import type { Session } from './session.ts';
import type { UnansweredQuestion } from './unanswered.ts';
import { PROPERTIES } from './properties.ts';
import { frameStyles } from './styles.ts';
import { waitView } from './wait-view.ts';
import { Speaker } from './words/speaker.ts';
import type { OwnWords } from './words/translation.ts';

shareLit();

/** `<ask-page>`: a button that opens a dialog in which a reader asks about the site. */
export class AskPage extends LitElement implements AskPageHost, ListeningHost, PlacedHost {
  static override styles = frameStyles;
  static override properties = PROPERTIES;

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
  declare mode: string | null | undefined;
  declare side: string | null | undefined;
  declare placement: string | null | undefined;
  declare trigger: string | null | undefined;
  declare avoid: string | null | undefined;
  dismissible = false;
  selection = false;
  history = false;
  declare suggestions: string | readonly string[] | null | undefined;
  debug = false;
  declare words: OwnWords | undefined;

  parts: OwnParts = {};

  readonly #place = new Place(this);
  readonly #speaker = new Speaker(this);
  readonly #controller = new AskController(this, this.#speaker);
  readonly #ask = (question: string): void => void this.#controller.ask(question);
  readonly #listener = new PageListener(this, {
    place: this.#place,
    tag: () => this.#speaker.name,
  });
  #announcer: Announcer | undefined;
  #hasBodyStyles = false;

  override connectedCallback(): void {
    super.connectedCallback();
    // Only a browser that doesn't know text fragments leaves one in the address.
    if (location.hash.includes(':~:text='))
      void this.#controller.warm().then((lazy) => lazy.highlightFragment(location.hash));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Put back open, it would be no modal any more.
    this.close();
  }

  /**
   * Opens it, with the focus in the box.
   * @param query stands in the box then, with its results below; without one, what stood there before.
   */
  open(query?: string): void {
    if (!this.hasUpdated) return void this.updateComplete.then(() => this.open(query));
    this.#show();
    const input = this.#input;
    input?.focus();
    if (typeof query !== 'string') return input?.select();
    void this.#controller.type(query);
    void this.updateComplete.then(() => input?.setSelectionRange(query.length, query.length));
  }

  /** Closes it and stops what is being written. Focus returns to where it was. */
  close(): void {
    if (!this.#place.isOpen) return;
    // What is stopped by that is told as long as it is open.
    this.stop();
    this.#place.close();
    this.dispatchEvent(new AskCloseEvent());
    this.requestUpdate();
  }

  /** Opens it and asks. Ends when the question is answered, failed or replaced. */
  async ask(question: string): Promise<void> {
    this.open();
    await this.#controller.ask(question);
  }

  /** Adds documents to what is searched, replacing those of the same address; ends when words find them. */
  async addDocuments(documents: readonly AddedDocument[]): Promise<void> {
    const { addDocuments } = await this.#controller.warm();
    await addDocuments(await this.#controller.open(), documents);
  }

  /** Fetches what opening needs, as a pointer on the button does. */
  warm(): void {
    this.#controller.warm().catch(() => {
      // The failure shows when it is opened.
    });
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
    this.#announcer.tell(session, { element: this, isOpen: this.#place.isOpen });
  }

  #show(): void {
    if (this.#place.isOpen) return;
    this.#place.open();
    this.#controller.session?.open();
    void this.#controller.open();
    this.dispatchEvent(new AskOpenEvent());
    this.requestUpdate();
  }

  #onKeydown(event: KeyboardEvent): void {
    if (event.isComposing || event.defaultPrevented) return;
    const { heavy, query } = this.#controller;
    const isLeft = this.#place.isOpen && this.#place.form !== 'dialog';
    if (event.key === 'Escape' && isLeft) {
      // The browser closes a card first, as it does over a modal dialog.
      if (heavy.kind === 'present' && heavy.lazy.isCardOpen(this.renderRoot)) return;
      this.close();
      event.preventDefault();
    } else if (heavy.kind === 'present')
      heavy.lazy.rowKey(event, { root: this.renderRoot, ask: () => this.#ask(query) });
  }

  #onClick(event: MouseEvent): void {
    const { heavy } = this.#controller;
    if (heavy.kind !== 'present') return;
    const { followLink, highlightQuote } = heavy.lazy;
    const makeWay = () => this.#place.isOver && this.close();
    followLink(event, { makeWay, highlight: highlightQuote });
  }

  protected override updated(): void {
    const { heavy } = this.#controller;
    if (heavy.kind !== 'present') return;
    const { lazy } = heavy;
    this.#place.settle(lazy);
    if (this.#hasBodyStyles) return;
    this.#hasBodyStyles = true;
    new lazy.FocusKeeper(this);
    const styles = [frameStyles, lazy.bodyStyles, lazy.formBodyStyles];
    adoptStyles(this.renderRoot as ShadowRoot, styles);
  }

  protected override render(): TemplateResult {
    const [place, speaker] = [this.#place, this.#speaker];
    const { isSettled } = this.#listener;
    const isOwn = place.form !== 'inline' && !this.trigger;
    return html`${frameView(
      {
        ...{ place, speaker, side: this.side ?? '' },
        onClick: (event) => this.#onClick(event),
        onKeydown: (event) => this.#onKeydown(event),
      },
      [this.#renderBox(), this.#place.isOpen ? this.#renderBody() : nothing],
    )}
    ${
      isOwn
        ? triggerView({
            ...{ placement: this.placement ?? '', tag: speaker.tag },
            label: this.label ?? speaker.words.trigger,
            isHeld: (this.dismissible || !!this.hotkey) && !isSettled,
            onOpen: () => this.open(),
            onWarm: () => this.warm(),
          })
        : nothing
    }`;
  }

  #renderBox(): TemplateResult {
    return boxView({
      ...{ query: this.#controller.query, placeholder: this.placeholder },
      words: this.#speaker.words,
      canClose: this.#place.isOpen || this.#place.form !== 'inline',
      onWarm: () => this.warm(),
      onShow: () => this.#show(),
      onType: (query) => void this.#controller.type(query),
      onSubmit: (query) => {
        this.#show();
        void this.#controller.ask(query);
      },
      onClose: () => this.close(),
    });
  }

  #renderBody(): unknown {
    const { heavy, query } = this.#controller;
    const { isNew } = this.#place;
    const { language, words } = this.#speaker;
    const retry = () => void this.#controller.type(query);
    if (heavy.kind !== 'present') return waitView(isNew ? 'absent' : heavy.kind, words, retry);
    const { debug, suggestions } = this;
    const options = { query, isNew, debug, suggestions, language, ask: this.#ask };
    return heavy.lazy.bodyView(heavy.session, options);
  }
}
