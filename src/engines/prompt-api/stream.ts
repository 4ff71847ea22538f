import { orAborted } from '../waiting.ts';

const goesOn = (text: string, start: string): boolean =>
  text.length > start.length && text.startsWith(start);

/**
 * What each chunk adds. Browsers send what is new; early ones sent the whole text so far each time.
 * The second chunk shows which it is; one that could be either is held back until the third.
 */
export async function* piecesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let kind: 'open' | 'pieces' | 'texts' = 'open';
  let told = '';
  let held: string | undefined;
  for await (const chunk of chunks) {
    if (kind === 'open' && told !== '') {
      if (held === undefined && goesOn(chunk, told)) {
        held = chunk;
        continue;
      }
      kind = held !== undefined && goesOn(chunk, held) ? 'texts' : 'pieces';
      if (kind === 'pieces' && held !== undefined) yield held;
    }
    yield kind === 'texts' ? chunk.slice(told.length) : chunk;
    told = chunk;
  }
  if (kind === 'open' && held !== undefined) yield held.slice(told.length);
}

/** The values of a stream. It is cancelled when the reader leaves, or at once when the signal aborts. */
export async function* valuesOf<T>(
  stream: ReadableStream<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
