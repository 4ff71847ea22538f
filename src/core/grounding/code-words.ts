/**
 * Words of common languages and what every program in them may use; that they stand in an answer's
 * code says nothing about the site.
 */
const COMMON = new Set(
  (
    'abstract and any as assert async await boolean bool break case catch char class const constructor ' +
    'continue declare def default del delete do double elif else end enum except export extends false ' +
    'finally float fn for from func function get global if implements import in instanceof int interface ' +
    'is keyof lambda let long mut namespace new nil none None not null number object of or package pass ' +
    'private protected public raise readonly require return self set short static str string struct super ' +
    'switch this throw throws True False true try type typeof undefined unknown use using var void ' +
    'while with yield ' +
    'Array Boolean Buffer Date Error Function JSON Map Math Number Object Promise RegExp Set String Symbol ' +
    'console.log console.error console.warn console console.info document window globalThis process ' +
    'process.env process.exit module.exports exports __dirname __filename JSON.stringify JSON.parse ' +
    'Promise.all Promise.resolve Promise.reject resolve reject print len range echo cd npm npx node yarn ' +
    'pnpm i index item key value data err error result options args i j x y'
  ).split(' '),
);

export const isCommonInCode = (word: string): boolean => COMMON.has(word);
