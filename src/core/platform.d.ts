/**
 * What `core/` may use beyond the language itself. The core is checked a second time without the DOM
 * library, against this list alone: anything else must come in as an argument.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(
    type: 'abort',
    listener: () => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: ArrayBufferView | ArrayBuffer): string;
}

declare class URL {
  constructor(url: string, base?: string);
  href: string;
  origin: string;
  pathname: string;
  search: string;
  hash: string;
  protocol: string;
}
