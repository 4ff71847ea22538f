import { describe, expect, it } from 'vitest';
import type { AddedDocument } from '../../../src/core/documents/added-document.ts';
import { AskPageError } from '../../../src/core/errors.ts';
import { AddedDocuments } from '../../../src/page/added-documents.ts';
import type { Documents } from '../../../src/page/documents.ts';
import type { RetrieveLink } from '../../../src/page/retrieve-link.ts';
import { DEFAULT_MODEL } from '../../../src/worker/embed-api.ts';

const opened = (): Documents => ({
  passages: 5,
  missing: [],
  hasLight: true,
  model: DEFAULT_MODEL,
});

const page = (name: string, text = 'Text.') => ({ url: `/${name}`, title: name, text });

/** A fake worker that notes what it is given; `fails` makes its next call fail. */
function stage({ isForeign = false } = {}) {
  const calls: string[][] = [];
  const state = { fails: undefined as AskPageError | undefined, opens: 0 };
  const client = {
    async call(_method: string, { documents }: { documents: AddedDocument[] }) {
      // As from another thread.
      await new Promise((resolve) => setTimeout(resolve));
      const { fails } = state;
      state.fails = undefined;
      if (fails) throw fails;
      calls.push(documents.map(({ url, text }) => `${new URL(url).pathname} ${text ?? ''}`));
      return { passages: 5 + documents.length, missing: [] };
    },
  };
  const added: AddedDocuments = new AddedDocuments({
    ...{ voyWasm: '', isForeign, base: () => 'https://x.test/' },
    link: { call: (use: (given: typeof client) => unknown) => use(client) } as Pick<
      RetrieveLink,
      'call'
    >,
    async prepare() {
      state.opens++;
      const documents = opened();
      await added.put(documents);
      return documents;
    },
    onMissing: () => {},
    onChange: () => {},
  });
  return { added, calls, state };
}

describe('documents of the owner', () => {
  it('go to the worker once, several calls together', async () => {
    const { added, calls } = stage();
    await Promise.all([added.add([page('a')]), added.add([page('b')]), added.add([page('c')])]);
    expect(calls.flat().sort()).toEqual(['/a Text.', '/b Text.', '/c Text.']);
    expect(calls.length).toBeLessThan(3);
    await added.add([page('a', 'New.')]);
    expect(calls.at(-1)).toEqual(['/a New.']);
  });

  it('all come again when what was open is forgotten', async () => {
    const { added, calls } = stage();
    await added.add([page('a'), page('b')]);
    added.forget();
    await added.add([page('c')]);
    expect(calls.at(-1)).toEqual(['/a Text.', '/b Text.', '/c Text.']);
  });

  it('are added all the same when the worker dies over them', async () => {
    const { added, calls, state } = stage();
    state.fails = new AskPageError('worker-failed', 'It died.');
    await added.add([page('a')]);
    expect(calls).toEqual([['/a Text.']]);
    expect(state.opens).toBe(2);
  });

  it('stay for later where they can not be searched now', async () => {
    const { added, calls, state } = stage();
    state.fails = new AskPageError('network', 'No connection.');
    await expect(added.add([page('a')])).rejects.toMatchObject({ code: 'network' });
    await added.put(opened());
    expect(calls).toEqual([['/a Text.']]);
  });

  it('are none of them kept where one is wrong, or a retriever of the owner’s own is searched', async () => {
    const { added, calls } = stage();
    const wrong = added.add([page('a'), { ...page('b'), text: '' }]);
    await expect(wrong).rejects.toMatchObject({ code: 'bad-option' });
    expect(added.isEmpty).toBe(true);
    await added.put(opened());
    expect(calls).toEqual([]);
    const foreign = stage({ isForeign: true }).added.add([page('a')]);
    await expect(foreign).rejects.toMatchObject({ code: 'bad-option' });
  });
});
