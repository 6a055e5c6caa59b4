import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Names that Node and the web platform give every script here. */
const scriptGlobals = Object.fromEntries(
  [
    'AbortController',
    'AbortSignal',
    'Blob',
    'Buffer',
    'FormData',
    'URL',
    'URLSearchParams',
    'clearInterval',
    'clearTimeout',
    'console',
    'fetch',
    'performance',
    'process',
    'setInterval',
    'setTimeout',
    'structuredClone',
  ].map((name) => [name, 'readonly']),
);

const commonJsGlobals = Object.fromEntries(
  ['require', 'module', 'exports', '__dirname', '__filename', 'global', 'globalThis'].map((name) => [name, 'readonly']),
);

const shape = {
  'max-lines': ['error', { max: 300 }],
  'max-lines-per-function': ['error', { max: 60 }],
  'max-params': ['error', { max: 4 }],
};

export default defineConfig(
  { ignores: ['**/node_modules/', 'dist/', '.dist-*/', 'release/', 'coverage/', '.demo/', 'storage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { rules: { ...shape, eqeqeq: ['error', 'always', { null: 'ignore' }] } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      // The platform awaits its listeners and lifecycle methods, also those that it declares as returning nothing.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, inheritedMethods: false } },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // Values of unknown type are shown to people as they came; an object in their place is the sender's fault.
      '@typescript-eslint/no-base-to-string': 'off',
      // The platform's methods return promises by contract, also where a body has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.tsx'],
    // A component is mostly markup.
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  {
    files: ['test/**', '**/*.test.{ts,tsx}', '**/*.e2e.ts'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      // A `describe` holds its whole suite.
      'max-lines-per-function': 'off',
      // A row of a table test has as many columns as it needs.
      'max-params': 'off',
      // Answers of the app under test are plain JSON whose shape the assertions themselves check.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: scriptGlobals } },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: { sourceType: 'commonjs', globals: { ...scriptGlobals, ...commonJsGlobals } },
  },
);
