import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_QUERY_TERMS, queryTerms, tokenise } from '../../../src/core/ranking/tokenise.ts';

describe('identifiers stand whole and in parts', () => {
  it.each([
    ['setErrorHandler', ['seterrorhandler', 'set', 'error', 'handler']],
    ['XMLHttpRequest', ['xmlhttprequest', 'xml', 'http', 'request']],
    ['import.meta.glob', ['import.meta.glob', 'import', 'meta', 'glob']],
    [
      'server.hmr.clientPort',
      ['server.hmr.clientport', 'server', 'hmr', 'clientport', 'client', 'port'],
    ],
    [
      'FST_ERR_CTP_BODY_TOO_LARGE',
      ['fst_err_ctp_body_too_large', 'fst', 'err', 'ctp', 'body', 'too', 'large'],
    ],
    ['client:only', ['client:only', 'client', 'only']],
    ['content-type', ['contenttype', 'content', 'type']],
    ['contentType', ['contenttype', 'content', 'type']],
    ['`--ask-accent`', ['askaccent', 'ask', 'accent']],
    ['__VITE_HOSTS', ['vite_hosts', 'vite', 'host']],
    ['0.0.0.0', ['0.0.0.0', '0', '0', '0', '0']],
    ['@vitejs/plugin-legacy', ['vitej', 'pluginlegacy', 'plugin', 'legacy']],
  ])('%s', (text, terms) => expect(tokenise(text)).toEqual(terms));
});

describe('words', () => {
  it('stand in the order of the text, with repetitions', () => {
    expect(tokenise('The port. The HOST, the port!')).toEqual(
      'the port the host the port'.split(' '),
    );
  });

  it('fold diacritics, ligatures and full-width letters', () => {
    expect(tokenise('Café naïve ﬁle Ｖｉｔｅ Ζεύς')).toEqual(tokenise('cafe naive file vite Ζευς'));
  });

  it('see through soft hyphens', () => {
    expect(tokenise('con\u00adfig')).toEqual(['config']);
  });

  it.each([
    ['themes', 'theme'],
    ['entries', 'entry'],
    ['classes', 'classe'],
    ['class', 'class'],
    ['status', 'status'],
    ['css', 'css'],
    ['movies', 'movy'],
    ['h264s', 'h264s'],
  ])('stem plurals: %s', (word, stemmed) => expect(tokenise(word)).toEqual([stemmed]));

  it('are none in empty text and in mere signs', () => {
    expect(tokenise('')).toEqual([]);
    expect(tokenise('?! — … ❤️ --- ::: ')).toEqual([]);
  });
});

describe('scripts without spaces', () => {
  it('are cut into bigrams', () => {
    expect(tokenise('東京都')).toEqual(['東京', '京都']);
    expect(tokenise('サーバー')).toEqual(['サー', 'ーバ', 'バー']);
    expect(tokenise('설정 파일')).toEqual(['설정', '파일']);
  });

  it('keep voiced kana and Hangul syllables whole', () => {
    expect(tokenise('がぎ')).toEqual(['がぎ']);
    expect(tokenise('한국')).toEqual(['한국']);
  });

  it('stand beside Latin words, even inside one run of letters', () => {
    expect(tokenise('Viteの設定 猫')).toEqual(['vite', 'の設', '設定', '猫']);
  });

  it('pair characters outside the basic plane, not their halves', () => {
    expect(tokenise('𠮷野家')).toEqual(['𠮷野', '野家']);
  });
});

it('Thai, Lao and Khmer are divided into words', () => {
  expect(tokenise('ฉันต้องการตั้งค่าเซิร์ฟเวอร์')).toEqual(tokenise('ฉัน ต้องการ ตั้ง ค่า เซิร์ฟเวอร์'));
  expect(tokenise('ຂ້ອຍຕ້ອງການ')).toHaveLength(2);
  expect(tokenise('ខ្ញុំចង់រៀន')).toHaveLength(3);
  expect(tokenise('ตั้งค่าVite')).toEqual(tokenise('ตั้งค่า Vite'));
});

describe('any text', () => {
  it('gives the same terms however it is cased and composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(tokenise(text.normalize('NFD'))).toEqual(tokenise(text.normalize('NFC')));
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,40}$/), (text) => {
        expect(tokenise(text.toUpperCase())).toEqual(tokenise(text));
      }),
    );
  });

  it('gives terms that a file can hold: short, without spaces or broken characters', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, (value) => {
        for (const term of tokenise(value)) {
          expect(term.length).toBeLessThanOrEqual(64);
          expect(term).toMatch(/^\S+$/);
          expect(new TextDecoder().decode(new TextEncoder().encode(term))).toBe(term);
        }
      }),
    );
    expect(tokenise('𐐷'.repeat(100)).every((term) => term.length <= 64)).toBe(true);
    expect(tokenise(`a${'𐐷'.repeat(100)}`).join('')).not.toMatch(/[\ud800-\udbff]$/);
  });
});

describe('a question', () => {
  it('gives each term once', () => {
    expect(queryTerms('port or ports of the port')).toEqual(['port', 'or', 'of', 'the']);
  });

  it('gives a bounded number of terms, the first ones', () => {
    const words = Array.from({ length: 3000 }, (_, index) => `w${index}x`);
    expect(queryTerms(words.join(' '))).toEqual(words.slice(0, MAX_QUERY_TERMS));
  });
});
