/** A browser with one page, whatever drives it: what the tests for other browsers than Chromium need. */
export interface OtherBrowser {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs in the page; arguments and result are JSON. */
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks a place of the window, as with a mouse. */
  click(x: number, y: number): Promise<unknown>;
  /** Types letters where the focus is. */
  type(text: string): Promise<unknown>;
  press(key: OtherKey): Promise<unknown>;
  /** A PNG of the window. */
  screenshot(): Promise<Uint8Array>;
  /** Errors that the browser itself told of the page, where it tells them. */
  errors: string[];
  close(): Promise<void>;
}

export type OtherKey = 'Enter' | 'Escape' | 'ArrowDown';

/** Starts browsers of one kind. */
export interface OtherBrowsers {
  /** A browser that keeps nothing from the one before. */
  open(): Promise<OtherBrowser>;
  close(): Promise<void>;
}

/** What to know to start one. */
export interface StartOptions {
  /** Host and port of the proxy for all addresses but this machine's. */
  proxy: { host: string; port: number };
}
