import { expect, test } from 'vitest';
import config from '../oxlint.config.ts';
import { JAVASCRIPT_CASES, REACT_CASES, SCRIPT_CASES, TYPESCRIPT_CASES } from './lint-cases.ts';
import { lint } from './lint.ts';

const FROM_REACT = "import { useCallback, useEffect, useMemo, useRef, useState } from 'react';";
const CASES = [
  ...Object.entries(SCRIPT_CASES).map(([rule, texts]) => ({ rule, file: 'packages/tools/src/*.ts', texts })),
  ...Object.entries(JAVASCRIPT_CASES).map(([rule, texts]) => ({ rule, file: 'scripts/*.mjs', texts })),
  ...Object.entries(TYPESCRIPT_CASES).map(([rule, texts]) => ({ rule: `typescript/${rule}`, file: 'packages/tools/src/*.ts', texts })),
  ...Object.entries(REACT_CASES).map(([rule, texts]) => ({ rule: `react/${rule}`, file: 'apps/web/src/*.tsx', texts: texts.map((text) => `${FROM_REACT}\n${text}`) })),
].map(({ rule, file, texts }) => ({ rule, files: texts.map((text, index) => ({ file: file.replace('*', `${rule.replace('/', '-')}-${index}`), text })) }));

const { findings } = lint(new Map(CASES.flatMap(({ files }) => files.map(({ file, text }) => [file, text]))), { typeAware: true });

test.each(CASES)('$rule rejects its example', ({ rule, files }) => {
  for (const { file, text } of files) {
    const seen = findings.filter((finding) => finding.file === file && finding.severity === 'error').map((finding) => finding.rule);
    expect(seen, text).toContain(rule);
  }
});

test('every rule of the configuration has an example', () => {
  const named = new Set([config.rules, ...config.overrides.map(({ rules }) => rules)].flatMap((rules) => Object.keys(rules)));
  named.delete('no-restricted-imports'); // import-rules.test.ts
  expect([...named].sort()).toEqual(CASES.map(({ rule }) => rule).sort());
});
