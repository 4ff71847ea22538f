/** The part of a streamed chunk that is read. */
export interface Chunk {
  choices: { delta?: { content?: string | null | undefined } }[];
}

/**
 * The texts of a streamed reply. After an abort, or when the caller leaves, nothing more comes out,
 * but the chunks are read to their end: only there does WebLLM free the model for the next call.
 */
export async function* readDeltas(
  chunks: AsyncIterable<Chunk>,
  { stop, signal }: { stop: () => void; signal: AbortSignal },
): AsyncGenerator<string, void, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next = await iterator.next();
  try {
    for (; !next.done; next = await iterator.next()) {
      const text = next.value.choices[0]?.delta?.content;
      // Again at each chunk: WebLLM clears the flag when it starts, which may be after the abort.
      if (signal.aborted) stop();
      else if (text) yield text;
    }
  } finally {
    while (!next.done) {
      stop();
      next = await iterator.next();
    }
  }
}

const OPENING = '<think>';
const CLOSING = '</think>';

/**
 * Leaves out a leading `<think>…</think>`: switched off, Qwen3's thinking is an empty block, which
 * WebLLM counts as part of the reply.
 */
export async function* withoutThinking(
  deltas: AsyncIterable<string>,
): AsyncGenerator<string, void, void> {
  let held = '';
  let isDecided = false;
  for await (const delta of deltas) {
    held += delta;
    if (!isDecided) {
      const start = held.trimStart();
      const mayThink = start.length < OPENING.length && OPENING.startsWith(start);
      const end = held.indexOf(CLOSING);
      const thinks = start.startsWith(OPENING);
      if (mayThink || (thinks && end < 0)) continue;
      if (thinks) held = held.slice(end + CLOSING.length).trimStart();
      isDecided = !thinks || held !== '';
      // White space after the block may still come in pieces.
      if (!isDecided) held = `${OPENING}${CLOSING}`;
    }
    if (isDecided && held) {
      yield held;
      held = '';
    }
  }
  if (held && !held.trimStart().startsWith(OPENING)) yield held;
}
