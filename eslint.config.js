import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const MESSAGE = 'This room may not import that one (docs/architecture.md).';

/** No room imports what stands above it; see docs/architecture.md. */
function mayNotImport(files, ...patterns) {
  return {
    files,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ group: patterns, message: MESSAGE }] }],
    },
  };
}

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', 'data/**', 'test-results/**', 'playwright-report/**', 'bench/*/work'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    // One program for all rooms: each file is read once. What a room may see of the globals `npm run types` checks.
    languageOptions: { parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'no-restricted-properties': ['error', { property: 'skipIf', message: 'Say why by needs() of testing/needs.ts: npm test names the reason.' }],
    },
  },
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },
  { files: ['apps/web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  mayNotImport(['packages/contract/**'], '@geoinsights/*'),
  mayNotImport(['packages/geometry/src/**'], '@geoinsights/*', 'node:*'),
  mayNotImport(['packages/geometry/src/threads/**'], '@geoinsights/*'),
  mayNotImport(['packages/crs/**'], '@geoinsights/formats', '@geoinsights/formats/*', '@geoinsights/geometry', '@geoinsights/tools', '@geoinsights/catalogue', '@geoinsights/server', '@geoinsights/web', '@geoinsights/cli'),
  mayNotImport(['packages/formats/**'], '@geoinsights/tools', '@geoinsights/catalogue', '@geoinsights/server', '@geoinsights/web', '@geoinsights/cli'),
  mayNotImport(['packages/formats/src/{shapefile,kml,geojson}/**'], 'node:*', '@geoinsights/tools'),
  mayNotImport(['packages/tools/**', 'packages/catalogue/**'], '@geoinsights/server', '@geoinsights/web', '@geoinsights/cli'),
  {
    // Of the formats only the entries that run in a browser.
    files: ['apps/web/src/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '^(node:|@geoinsights/(tools|server|cli|catalogue)(/|$)|@geoinsights/formats$)', message: MESSAGE }] }],
    },
  },
);
