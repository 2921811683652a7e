import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// What the native linter does not have, or sees less of; the rest is in oxlint.config.ts (docs/decisions/0032-native-types-and-lint.md).
export default [
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'test-results/**', 'playwright-report/**', 'bench/*/work', 'types/**'] },
  { files: ['apps/web/**/*.{ts,tsx}'], languageOptions: { parser: tseslint.parser }, ...reactHooks.configs.flat.recommended },
];
