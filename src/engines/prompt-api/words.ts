import { estimateTokens } from '../../core/documents/tokens.ts';
import type { LoadProgress, Message } from '../../core/ports.ts';
import type { BuiltInModel } from './state.ts';

/** With the marks of a turn, as the browser counts. */
export const countIn = async (base: BuiltInModel, text: string): Promise<number> =>
  (await base.measureContextUsage?.(text)) ??
  (await base.measureInputUsage?.(text)) ??
  estimateTokens(text);

/** What the browser wants to know beforehand; without it, it warns in the console. */
export const expecting = (language: string) => {
  // Instructions are in English.
  const languages = [...new Set(['en', language])];
  return {
    expectedInputs: [{ type: 'text', languages } as const],
    expectedOutputs: [{ type: 'text', languages: [language] } as const],
  };
};

export const turnsOf = (messages: readonly Message[]): Message[] =>
  messages.filter(({ role }) => role !== 'system');

/** `loaded` is a share of 1; early browsers told bytes. */
export function watchDownload(
  monitor: EventTarget,
  onProgress: (progress: LoadProgress) => void,
): void {
  monitor.addEventListener('downloadprogress', (event) => {
    const { loaded, total } = event as ProgressEvent;
    const fraction = Math.min(1, total > 0 ? loaded / total : loaded);
    const text =
      fraction < 1
        ? 'The browser downloads its language model'
        : "Starting the browser's language model";
    onProgress({
      ...{ fraction, text },
      ...(total > 1 && { download: { doneBytes: loaded, totalBytes: total } }),
    });
  });
}

/** Primary tag of the page's language; English where it names none. */
export function pageLanguage(): string {
  const { document } = globalThis as { document?: Document };
  return document?.documentElement.lang.split('-')[0]?.toLowerCase() || 'en';
}
