import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type * as lazyModule from '../lazy.ts';
import { FRAME, TRIGGERS, type FrameWords, type LanguageName } from './frame.ts';
import { matchLanguage, placeOf } from './match.ts';
import type { Language } from './say.ts';
import type { OwnWords } from './translation.ts';

type Lazy = Pick<typeof lazyModule, 'findLanguage'>;

export interface SpeakingHost extends ReactiveControllerHost, Element {
  readonly words: OwnWords | undefined;
}

/** The language of an element: that of the page around it, as it is and as it changes. */
export class Speaker implements ReactiveController {
  /** What all is drawn in; undefined until its file is there. */
  language: Language | undefined;
  readonly #host: SpeakingHost;
  #observer: MutationObserver | undefined;
  #own: OwnWords | undefined;
  #lang = '';
  /** That of its words. */
  name: LanguageName = 'en';
  #lazy: Lazy | undefined;

  constructor(host: SpeakingHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.follow();
  }

  hostUpdate(): void {
    const { words } = this.#host;
    if (words === this.#own) return;
    this.#own = words;
    this.follow();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** Takes the language, and the owner's words, as they are now. */
  follow(): void {
    const { lang, roots } = placeOf(this.#host);
    // A server makes elements, and has no observers.
    this.#observer ??= new MutationObserver(() => this.follow());
    for (const root of roots) {
      this.#observer.observe(root, { subtree: true, attributeFilter: ['lang'] });
    }
    this.#lang = lang;
    this.name = matchLanguage(lang);
    this.#host.requestUpdate();
    if (this.#lazy) void this.load(this.#lazy);
  }

  /** Fetches the language's words; ends when they can be drawn, or English in their place. */
  async load(lazy: Lazy): Promise<void> {
    this.#lazy = lazy;
    const lang = this.#lang;
    const found = await lazy.findLanguage(this.name, lang, this.#host.words);
    if (lang !== this.#lang) return this.load(lazy);
    this.language = found;
    this.#host.requestUpdate();
  }

  /** The words can't be fetched: the frame is English. */
  fail(): void {
    this.language ??= { tag: 'en', words: {} };
  }

  /** Of what is drawn: BCP 47. */
  get tag(): string {
    return this.language?.tag ?? this.name;
  }

  get direction(): 'ltr' | 'rtl' {
    return /^(?:ar|he)\b/.test(this.tag) ? 'rtl' : 'ltr';
  }

  /** What the frame says. Before its language is there nothing is said in another. */
  get words(): FrameWords {
    const ask = TRIGGERS[this.name];
    const isPending = !this.language && this.name !== 'en';
    return {
      ...{ ...FRAME, trigger: ask },
      ...(isPending && { ask, dialogLabel: ask, inputLabel: ask, placeholder: '', loading: '' }),
      ...{ ...this.language?.words, ...this.#host.words },
    };
  }
}
