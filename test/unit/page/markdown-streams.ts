import type { Token, Tokens } from 'marked';
import { readEntities, readMarkdown } from '../../../src/page/views/markdown-tokens.ts';

/** Answers as models write them, with everything that is drawn as an element. */
export const ANSWERS = {
  prose: `The server **listens on *all* hosts** by default, see \`listen\` [1]. Set *host* to
change that [2][3]. An __old__ _way_ is ~~gone~~; snake_case_name, 2 * 3 and 5*3 stay.

Second paragraph with "quotes", a R&D team, a \\* star, and an email: it ends here!`,
  links: `Read [the **server** docs](https://fastify.test/docs/server) and [Reply](reply.html "Reply").
See https://fastify.test/docs/hooks for more. Not a link: array[0] and (this).

- [Hooks](hooks.html#on_request): when
- ![a diagram](https://img.test/x_y.png) is text`,
  code: `Use a hook:

\`\`\`js
// A *comment* with [brackets](x) and _marks_
const port = { a: [1, 2] };

server.listen(\`http://\${host}\`);
\`\`\`

Then \`\`a \`tick\` b\`\` and \`x\`.

~~~yaml title="x"
a: "b"
~~~
Done.`,
  lists: `Three steps:

1. Install it with \`npm i\`:
   \`\`\`sh
   npm i fastify
   \`\`\`
2. **Start** it:
   - in *development*
   - in production
     - with a proxy [1]
3. Ask.

* [ ] not done
* [x] done

10. ten
11. eleven`,
  tables: `Options:

| option | default | meaning |
| :--- | ---: | --- |
| \`port\` | 3000 | The **port** [1] |
| host \\| name | \`localhost\` | |

After it.

| a | b |
| - | - |
| 1 | 2 |`,
  blocks: `# Title

Some text
## Second *one*

> A quotation with **bold**
> in two lines
>
> - and a list

---

Last <b>text</b> &lt;i&gt; with <https://a.test/x>.`,
} as const;

/** The words that a reader sees, and the kinds of elements in their order. */
export interface Seen {
  words: string;
  kinds: string[];
}

/** What is seen of Markdown; `undefined` where it is nested too deeply. */
export function seenIn(text: string): Seen {
  const seen: Seen = { words: '', kinds: [] };
  for (const token of readMarkdown(text) ?? []) look(token, seen);
  return seen;
}

/** A link is its text until its address is there. */
const SILENT = ['space', 'text', 'escape', 'checkbox', 'br', 'paragraph', 'link', 'image'];

function look(token: Token, seen: Seen): void {
  if (!SILENT.includes(token.type)) seen.kinds.push(kindOf(token));
  const inner = childrenOf(token);
  if (inner.length > 0) for (const each of inner) look(each, seen);
  else if (!['space', 'checkbox', 'br', 'hr'].includes(token.type))
    seen.words += readEntities((token as Tokens.Text).text).replace(/\n$/, '');
}

const kindOf = (token: Token) =>
  token.type === 'code' ? `code ${(token as Tokens.Code).lang ?? ''}` : token.type;

function childrenOf(token: Token): Token[] {
  if (token.type === 'list') return (token as Tokens.List).items;
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens);
  }
  return (token as { tokens?: Token[] }).tokens ?? [];
}
