/** It has opened: the dialog, the panel, or what is below an inline box. */
export class AskOpenEvent extends Event {
  constructor() {
    super('ask-open', { bubbles: true, composed: true });
  }
}

/** It has closed. */
export class AskCloseEvent extends Event {
  constructor() {
    super('ask-close', { bubbles: true, composed: true });
  }
}
