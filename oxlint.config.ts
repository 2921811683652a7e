import { defineConfig } from 'oxlint';
import { importRules, TESTS } from './structure/import-rules.ts';

// Every rule is listed, and tested by structure/lint-rules.test.ts. So new rules of a linter version are reviewed before we adopt
// them, and a removed rule is noticed. For the earlier rules see docs/decisions/0032-native-types-and-lint.md.

/** Mistakes in any script. */
const SCRIPTS = [
  'eqeqeq', 'for-direction', 'no-array-constructor', 'no-async-promise-executor', 'no-case-declarations', 'no-compare-neg-zero', 'no-cond-assign',
  'no-constant-binary-expression', 'no-constant-condition', 'no-control-regex', 'no-debugger', 'no-delete-var', 'no-dupe-else-if',
  'no-duplicate-case', 'no-empty', 'no-empty-character-class', 'no-empty-pattern', 'no-empty-static-block', 'no-ex-assign',
  'no-extra-boolean-cast', 'no-fallthrough', 'no-global-assign', 'no-invalid-regexp', 'no-irregular-whitespace', 'no-loss-of-precision',
  'no-misleading-character-class', 'no-prototype-builtins', 'no-regex-spaces', 'no-self-assign',
  'no-shadow-restricted-names', 'no-sparse-arrays', 'no-unassigned-vars', 'no-unexpected-multiline', 'no-unsafe-finally',
  'no-unsafe-optional-chaining', 'no-unused-expressions', 'no-unused-labels', 'no-unused-private-class-members', 'no-useless-assignment',
  'no-useless-backreference', 'no-useless-catch', 'no-useless-constructor', 'no-useless-escape', 'no-var', 'prefer-const', 'prefer-rest-params',
  'prefer-spread', 'preserve-caught-error', 'require-yield', 'use-isnan', 'valid-typeof',
];

/** Mistakes that the type check finds in TypeScript. */
const SCRIPTS_WITHOUT_TYPES = [
  'constructor-super', 'getter-return', 'no-class-assign', 'no-const-assign', 'no-dupe-class-members', 'no-dupe-keys', 'no-func-assign',
  'no-import-assign', 'no-new-native-nonconstructor', 'no-obj-calls', 'no-redeclare', 'no-setter-return', 'no-this-before-super', 'no-undef',
  'no-unreachable', 'no-unsafe-negation', 'no-with',
];

/** The strict set of typescript-eslint, with and without type information. */
const TYPESCRIPT = [
  'await-thenable', 'consistent-type-imports', 'no-array-delete', 'no-base-to-string', 'no-deprecated', 'no-duplicate-enum-values',
  'no-duplicate-type-constituents', 'no-dynamic-delete', 'no-empty-object-type', 'no-explicit-any', 'no-extra-non-null-assertion',
  'no-extraneous-class', 'no-floating-promises', 'no-for-in-array', 'no-generated-empty-object-type', 'no-implied-eval', 'no-invalid-void-type',
  'no-meaningless-void-operator', 'no-misused-new', 'no-misused-promises', 'no-misused-spread', 'no-mixed-enums', 'no-namespace',
  'no-non-null-asserted-nullish-coalescing', 'no-non-null-asserted-optional-chain', 'no-non-null-assertion', 'no-redundant-type-constituents',
  'no-require-imports', 'no-this-alias', 'no-unnecessary-boolean-literal-compare', 'no-unnecessary-condition',
  'no-unnecessary-template-expression', 'no-unnecessary-type-arguments', 'no-unnecessary-type-assertion', 'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion', 'no-unnecessary-type-parameters', 'no-unsafe-argument', 'no-unsafe-assignment', 'no-unsafe-call',
  'no-unsafe-declaration-merging', 'no-unsafe-enum-comparison', 'no-unsafe-function-type',
  'no-unsafe-member-access', 'no-unsafe-return', 'no-unsafe-unary-minus', 'no-useless-default-assignment', 'no-wrapper-object-types',
  'only-throw-error', 'prefer-as-const', 'prefer-literal-enum-member', 'prefer-namespace-keyword', 'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter', 'prefer-return-this-type', 'related-getter-setter-pairs', 'require-await', 'switch-exhaustiveness-check',
  'triple-slash-reference', 'unbound-method', 'unified-signatures', 'use-unknown-in-catch-callback-variable',
];

/** Mistakes in components and hooks of React, most of them found by its compiler, of which `hooks` is left out: it takes a method named `useAgain` for a hook. */
const REACT = [
  'error-boundaries', 'exhaustive-deps', 'globals', 'immutability', 'incompatible-library', 'preserve-manual-memoization', 'purity', 'refs', 'rules-of-hooks',
  'set-state-in-effect', 'set-state-in-render', 'static-components', 'unsupported-syntax', 'use-memo', 'void-use-memo',
];

const asErrors = (names: readonly string[], plugin = ''): Record<string, 'error'> => Object.fromEntries(names.map((name) => [`${plugin}${name}`, 'error']));

export default defineConfig({
  // The type check covers the globals of each room; the linter sees all rooms as one program.
  options: { typeAware: true, denyWarnings: true },
  plugins: ['typescript', 'react'],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/**', '**/node_modules/**', 'data/**', 'test-results/**', 'playwright-report/**', 'bench/*/work', 'types/**', '**/*.generated.ts'],
  rules: {
    ...asErrors(SCRIPTS),
    // All options are given, because by default the linter ignores names that begin with an underscore.
    'no-unused-vars': ['error', { vars: 'all', args: 'after-used', caughtErrors: 'all' }],
    'no-restricted-properties': ['error', ...['skipIf', 'runIf'].map((property) => ({ property, message: 'Say why by needs() of testing/needs.ts: npm test names the reason.' }))],
  },
  overrides: [
    { files: ['**/*.{js,mjs}'], env: { node: true }, rules: asErrors(SCRIPTS_WITHOUT_TYPES) },
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        ...asErrors(TYPESCRIPT, 'typescript/'),
        'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/restrict-plus-operands': ['error', { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false }],
        'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    // Outside tests, which hold what their own code made, a type is found out (by a schema or a check) and never claimed.
    { files: ['{packages,apps}/*/src/**/*.{ts,tsx}'], excludeFiles: TESTS, rules: { 'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }] } },
    { files: ['apps/web/**/*.{ts,tsx}'], rules: asErrors(REACT, 'react/') },
    // Must stay last: a later block with rules on imports would replace these.
    ...importRules(),
  ],
});
