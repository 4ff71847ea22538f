/** Milliseconds for which a remark stands. */
const STANDS = 4000;

/** A few words about what the reader has just done, for the line that says what is happening. */
export class Remark {
  text = '';
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  say(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#onChange();
    if (text) this.#timer = setTimeout(() => this.say(''), STANDS);
  }
}
