/** The dialog has opened. */
export class AskOpenEvent extends Event {
  constructor() {
    super('ask-open', { bubbles: true, composed: true });
  }
}

/** The dialog has closed. */
export class AskCloseEvent extends Event {
  constructor() {
    super('ask-close', { bubbles: true, composed: true });
  }
}
