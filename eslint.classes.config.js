import tseslint from 'typescript-eslint';

/** `npm run lint:classes`: the rules that take TypeScript in JavaScript, a minute or two, and more memory than Node takes by itself. All others are in oxlint.config.ts (docs/decisions/0032-native-types-and-lint.md). */
export default [
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'test-results/**', 'playwright-report/**', 'bench/*/work', 'types/**'] },
  {
    files: ['**/*.{ts,tsx}'],
    // Comments that turn a rule off are for the native linter.
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'error', '@typescript-eslint/no-unsafe-enum-assignment': 'error' },
  },
];
