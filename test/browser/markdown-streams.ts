/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const FRAGMENTS = [
  ...[
    'word',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n\n',
    'The port',
    ' [1]',
    '[2][3]',
    '[99]',
    '. ',
    '  \n',
    '\t',
  ],
  ...['*', '**', '_', '__', '~~', '`', '``', '```', '```js\n', '~~~\n', '```html\n', '\n```\n'],
  ...[
    '\n- ',
    '\n  - ',
    '\n1. ',
    '\n7) ',
    '\n> ',
    '\n# ',
    '\n### ',
    '\n---\n',
    '\n===\n',
    '- [ ] ',
    '    ',
  ],
  ...[
    '| a | b |\n',
    '| - | :-: |\n',
    '| 1 | `x` |\n',
    '|',
    ':-',
    '\\',
    '\\*',
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
  ],
  ...['[docs](https://known.test/a)', '[x](https://evil.test/?q=1)', '[x](javascript:alert(1))'],
  ...['[x](java\u0000script:alert(1))', '[x](&#106;avascript:alert(1))', '[x](data:text/html,<b>)'],
  ...[
    '[x](//evil.test)',
    '[x](\\\\evil.test)',
    '[[1]](https://known.test/a)',
    '[x][y]\n\n[y]: javascript:1\n\n',
  ],
  ...[
    '![i](https://evil.test/i.png)',
    '<https://evil.test>',
    'https://known.test/a',
    'www.evil.test',
    'a@b.cd',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<a href="javascript:alert(1)">',
    '</p>',
  ],
  ...[
    '<svg><style>@import"//evil.test"</style>',
    '<iframe srcdoc="<b>">',
    '<!--',
    '-->',
    '<![CDATA[',
    '<?x',
  ],
  ...[
    '<div style="position:fixed">',
    '{{',
    '${',
    '&lt;',
    '&#x202e;',
    '&amp;',
    '<b onclick=x>',
    '</textarea>',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u200b',
    '\u{e0041}',
    '\ud83d',
    '\ude00',
    '😀',
    '👩\u200d🚀',
    '\u0000',
    '\r',
    'سلام',
  ],
  ...[
    'const a = `${b}`; /* c */',
    '<p class="x">y</p>',
    '{"a": [1]}',
    'lit$1234$',
    '<?lit$1$>',
    '?lit$',
  ],
];

/** Markdown and HTML in a random order, with what attacks are made of. */
export function randomStream(random: () => number): string {
  const length = 1 + Math.floor(random() ** 2 * 60);
  const pick = () => FRAGMENTS[Math.floor(random() * FRAGMENTS.length)] ?? '';
  return Array.from({ length }, pick).join('');
}
