import { describe, expect, it } from 'vitest';
import { body, sectionsOf } from './read.ts';

const places = (html: string, url?: string) =>
  sectionsOf(html, url).map(({ url: address, headings }) => [address, ...headings]);

describe('sections', () => {
  it('carry the path of their headings and the anchor of the nearest', () => {
    const html = `<main><h1 id="top">Server</h1><p>a</p><h2 id="opt">Options</h2><p>b</p>
      <h3 id="port">Port</h3><p>c</p><h3 id="host">Host</h3><p>d</p><h2>Hooks</h2><p>e</p></main>`;
    expect(places(html, 'server.html')).toEqual([
      ['server.html#top'],
      ['server.html#opt', 'Options'],
      ['server.html#port', 'Options', 'Port'],
      ['server.html#host', 'Options', 'Host'],
      ['server.html', 'Hooks'],
    ]);
  });

  it('keep a path where levels are left out or the first heading is a deep one', () => {
    const html = '<main><h4>Deep</h4><p>a</p><h2>Two</h2><p>b</p><h5>Five</h5><p>c</p></main>';
    expect(places(html, 'x')).toEqual([
      ['x', 'Deep'],
      ['x', 'Two'],
      ['x', 'Two', 'Five'],
    ]);
  });

  it('take the id of an element in the heading, or of the section round it', () => {
    const html = `<main><h2><a id="inner" href="#inner"></a>One</h2><p>a</p>
      <h2><a name="named">Two</a></h2><p>b</p>
      <section id="outer"><h2>Three</h2><p>c</p></section></main>`;
    expect(places(html, 'x')).toEqual([
      ['x#inner', 'One'],
      ['x#named', 'Two'],
      ['x#outer', 'Three'],
    ]);
  });

  it('replace the anchor in the address of the page', () => {
    expect(places('<main><h2 id="b">B</h2><p>b</p></main>', 'https://x.test/p?q=1#old')).toEqual([
      ['https://x.test/p?q=1#b', 'B'],
    ]);
  });

  it('are one where there is no heading, and none where there is no text', () => {
    expect(sectionsOf('<main><p>One.</p><p>Two.</p></main>', 'x.html')).toEqual([
      { url: 'x.html', title: 'x', headings: [], text: 'One.\n\nTwo.' },
    ]);
    expect(sectionsOf('')).toEqual([]);
    expect(sectionsOf('<main><h1>Title</h1><h2>Sub</h2><p> </p></main>')).toEqual([]);
  });
});

describe('headings', () => {
  it.each([
    ['Ports <a href="#ports">#</a>', 'Ports'],
    ['<a href="#ports">#</a> Ports', 'Ports'],
    ['Ports<a class="headerlink" href="#ports">¶</a>', 'Ports'],
    ['Ports<a class="header-anchor" href="#ports">&ZeroWidthSpace;</a>', 'Ports'],
    ['<a href="#c">C#</a>', 'C#'],
    ['C# and F#', 'C# and F#'],
    ['<code>listen()</code> <span hidden>x</span>options', 'listen() options'],
  ])('%s is read as %s', (html, heading) => {
    expect(sectionsOf(`<main><h2>${html}</h2><p>Text.</p></main>`)[0]?.headings).toEqual([heading]);
    expect(sectionsOf(`<main><h1>${html}</h1><p>Text.</p></main>`)[0]?.title).toBe(heading);
  });

  it('that are whole paragraphs are cut, and no character in half', () => {
    const [section] = sectionsOf(`<main><h2>x${'😀'.repeat(100)}</h2><p>Text.</p></main>`);
    const heading = section?.headings[0] ?? '';
    expect(heading.length).toBeLessThan(130);
    expect(heading).toMatch(/^x(?:😀)+…$/u);
  });
});

describe('what a page says about itself', () => {
  const titled = (head: string, main: string) =>
    sectionsOf(`<head>${head}</head><main>${main}<p>Text.</p></main>`, 'docs/set-up.html')[0];

  it('is named by its first heading, else by its title, else by its file', () => {
    expect(titled('<title>Acme</title>', '<h1>Set <em>up</em></h1>')?.title).toBe('Set up');
    expect(titled('<title> Acme\n C# </title>', '<h2>Up</h2>')?.title).toBe('Acme C#');
    expect(titled('', '')?.title).toBe('set-up');
    expect(sectionsOf('<p>Text.</p>', 'https://x.test/docs/')[0]?.title).toBe('docs');
    expect(sectionsOf('<p>Text.</p>', '')[0]?.title).toBe('');
  });

  it('is not named by a heading that is not shown', () => {
    expect(titled('<title>Acme</title>', '<h1 hidden>Old</h1>')?.title).toBe('Acme');
    expect(titled('<title>Acme</title>', '<nav><h1>Menu</h1></nav>')?.title).toBe('Acme');
  });

  it('does not repeat its name in the heading paths', () => {
    expect(titled('', '<h1>Set up</h1><h2>Ports</h2>')?.headings).toEqual(['Ports']);
  });

  it('gives language, date and version', () => {
    const html = `<html lang="de-AT"><head><meta name="date" content="2024-05-01">
      <meta name="docsearch:version" content="5.x"></head><main><p>Text.</p></main></html>`;
    expect(sectionsOf(html)[0]).toMatchObject({
      lang: 'de-AT',
      date: '2024-05-01',
      version: '5.x',
    });
    const modified = '<meta property="article:modified_time" content="2025-01-02T03:04:05Z">';
    expect(titled(modified + '<meta name="date" content="2024-05-01">', '')?.date).toBe(
      '2025-01-02T03:04:05Z',
    );
    expect(Object.keys(titled('', '') ?? {})).toEqual(['title', 'url', 'headings', 'text']);
  });
});

describe('running text', () => {
  it.each([
    ['<p>Set  the\n port</p>', 'Set the port'],
    ['<p>Set <code>app.listen</code>, then <b>wait</b>.</p>', 'Set `app.listen`, then wait.'],
    ['<p>Write <code>a`b</code>.</p>', 'Write `` a`b ``.'],
    ['<p><code></code>Empty.</p>', 'Empty.'],
    ['<p>one<br>two</p>', 'one two'],
    ['<p><code>server<wbr>Factory<wbr>Options</code></p>', '`serverFactoryOptions`'],
    ['<p>server<wbr>Factory</p>', 'serverFactory'],
    ['<p>H<sub>2</sub>O and <kbd>Ctrl</kbd></p>', 'H2O and Ctrl'],
    ['<p>a &lt;b&gt; &amp; c</p>', 'a <b> & c'],
    ['<p>Press <img src="x.png" alt="play"> to start.</p>', 'Press to start.'],
    ['<p>Press <svg><path/></svg> to start.</p>', 'Press to start.'],
    ['<p>Press <button>Go</button> to start.</p>', 'Press to start.'],
    ['<p>The <my-badge>new</my-badge> way.</p>', 'The new way.'],
    ['<p>Where <math><mi>n</mi></math> is small.</p>', 'Where n is small.'],
    ['One<p>Two</p>Three<div>Four</div>', 'One\n\nTwo\n\nThree\n\nFour'],
    ['<a href="x"><h3>Card</h3><p>In a link.</p></a>', 'In a link.'],
    [
      '<dl><dt>port</dt><dd>Number.</dd><dt>host</dt><dd>Name.</dd></dl>',
      /port\n+.*Number\.\n+host\n+.*Name\./,
    ],
  ])('%s', (html, text) => {
    if (typeof text === 'string') expect(body(html)).toBe(text);
    else expect(body(html)).toMatch(text);
  });
});
