import tseslint from 'typescript-eslint';
import rest from './eslint.config.js';

const [ignored] = rest;

/** `npm run lint:classes`: the rules that take TypeScript in JavaScript, and half a minute of it. */
export default [
  ignored,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error', '@typescript-eslint/no-unsafe-enum-assignment': 'error' },
  },
];
