import 'askpage/react';
import { useEffect, useRef, useState, type JSX } from 'react';
import type { AskAnswerEvent, AskPage } from 'askpage';

const PARTS = { languages: 'all' } as const;

/** A page with the widget: its button, a switch for the theme, and what was answered last. */
export function App(): JSX.Element {
  const ask = useRef<AskPage>(null);
  const [isDark, setDark] = useState(false);
  const [told, setTold] = useState<AskAnswerEvent>();
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  }, [isDark]);
  return (
    <>
      <header className="site">
        <a className="name" href="../../index.html">
          Fastify docs
        </a>
        <button type="button" onClick={() => ask.current?.open()}>
          Search
        </button>
        <button type="button" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
          Dark
        </button>
      </header>
      <main>
        <h1>askpage in React</h1>
        <p>
          The header’s button opens the widget, the switch beside it changes the theme of both, and
          this component says what it heard:
        </p>
        <p className="told" role="status">
          {told
            ? `“${told.question}”: ${told.answer.kind}, ${told.hits.length} sources`
            : 'Nothing has been asked yet.'}
        </p>
        <p>
          <a href="../../examples.html">Other examples</a>
        </p>
      </main>
      <ask-page
        ref={ask}
        index="../../askpage-index/manifest.json"
        placeholder="Ask the Fastify docs"
        hotkey="mod+k"
        parts={PARTS}
        onask-answer={setTold}
      />
    </>
  );
}
