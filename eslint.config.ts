import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const noMarkupStrings = [
  {
    selector: "MemberExpression[property.name='innerHTML']",
    message: 'Model output and documents never become HTML strings.',
  },
  {
    selector:
      "TaggedTemplateExpression[tag.name=/^(?:html|svg)$/] TemplateElement[value.raw=/\\sstyle\\s*=/], ImportSpecifier[imported.name='styleMap'], CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']",
    message:
      'A strict content security policy refuses inline styles: use classes or style.setProperty.',
  },
];

export default defineConfig(
  {
    ignores: [
      'src/core/platform.d.ts',
      'dist/',
      'demo/dist/',
      'public/',
      'test/fixtures/',
      'node_modules/',
      '.cache/',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
      '@typescript-eslint/no-empty-function': 'off',
      // To leave a property out, it is named.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      'no-restricted-syntax': ['error', ...noMarkupStrings],
      'no-console': ['error', { allow: ['warn'] }],
    },
  },
  {
    files: ['src/core/**'],
    rules: {
      'no-restricted-globals': ['error', 'fetch', 'document', 'window', 'performance', 'crypto'],
      'no-restricted-imports': [
        'error',
        { patterns: ['**/page/**', '**/worker/**', '**/engines/**', '**/cli/**', 'node:*'] },
      ],
    },
  },
  {
    files: ['test/**', 'scripts/**', 'demo/**', 'src/cli/**', '*.config.ts'],
    rules: { 'max-lines-per-function': 'off', 'no-console': 'off' },
  },
  { files: ['test/**'], rules: { 'max-lines': ['error', { max: 400 }] } },
  // Words are data, one line or two each.
  {
    files: ['src/page/words/en.ts', 'src/page/words/languages/*'],
    rules: { 'max-lines': 'off' },
  },
);
