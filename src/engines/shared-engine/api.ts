import type { GenerateOptions, LoadProgress, Message } from '../../core/ports.ts';

/** The part of `BroadcastChannel` that is used. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** By which the tabs of a site know of each other. */
export interface Tabs {
  locks: LockManager;
  openChannel(name: string): TabChannel;
}

/** Milliseconds after which another tab counts as silent. */
export interface TabPatience {
  /** For a first answer. Default 2,000. */
  helloMs?: number;
  /** Between two signs of life while something is asked; a tab that gives none twice is left. Default 5,000. */
  pingMs?: number;
}

/** Names the lock that one tab of the site holds, and the channel on which all find it. */
export const SITE_NAME = 'askpage-model';

/** Names the lock that a tab holds while it takes part, and the channel on which the holder serves it. */
export const tabName = (id: string): string => `${SITE_NAME}/${id}`;

/** What is said on the site's channel, which all tabs hear. */
export type SiteMessage =
  | { kind: 'hello'; from: string; scope: string }
  /** `holder` is the id whose lock tells when the holder is gone. */
  | { kind: 'welcome'; to: string; holder: string; scope: string }
  /** A new holder: who waits may say hello again. */
  | { kind: 'here' };

/** Anything may come over a channel that other scripts of the site know. */
export function readSiteMessage(data: unknown): SiteMessage | undefined {
  const kind = (data as { kind?: unknown } | null)?.kind;
  return kind === 'hello' || kind === 'welcome' || kind === 'here'
    ? (data as SiteMessage)
    : undefined;
}

/** What is known of a loaded model. */
export interface SharedInfo {
  contextWindow: number;
  controlTokens: string[];
}

/** What the holder does for another tab. Throws what the engine throws, as `AskPageError`s. */
export interface SharedApi {
  /** Ends when the model is loaded; a caller that leaves early stops nothing. */
  load(params: object, signal: AbortSignal): AsyncIterable<LoadProgress>;
  info(params: object, signal: AbortSignal): Promise<SharedInfo>;
  countTokens(params: { texts: readonly string[] }, signal: AbortSignal): Promise<number[]>;
  generate(
    params: {
      messages: readonly Message[];
      options: Omit<GenerateOptions, 'signal' | 'onReading'>;
    },
    signal: AbortSignal,
  ): AsyncIterable<string>;
  /** Ends the replies to this tab, and no others. */
  interrupt(params: object, signal: AbortSignal): Promise<void>;
  /** A sign of life. */
  ping(params: object, signal: AbortSignal): Promise<void>;
}
