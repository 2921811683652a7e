import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import config from '../oxlint.config.ts';
import { JAVASCRIPT_CASES, SCRIPT_CASES, TYPESCRIPT_CASES } from './lint-cases.ts';
import { ROOT } from './imports.ts';
import { lint } from './lint.ts';

const CASES = [
  ...Object.entries(SCRIPT_CASES).map(([rule, texts]) => ({ rule, file: 'packages/tools/src/*.ts', texts })),
  ...Object.entries(JAVASCRIPT_CASES).map(([rule, texts]) => ({ rule, file: 'scripts/*.mjs', texts })),
  ...Object.entries(TYPESCRIPT_CASES).map(([rule, texts]) => ({ rule: `typescript/${rule}`, file: 'packages/tools/src/*.ts', texts })),
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

/**
 * Mistakes that React's own rules find in the site: a hook that is not always called, a component created during rendering, a memoisation that
 * the compiler cannot preserve.
 */
const HOOK_CASES = {
  'react-hooks/rules-of-hooks': 'export function A({ b }) { if (b) useEffect(() => undefined); return null; }',
  'react-hooks/static-components': 'export function A() { const B = () => <p>1</p>; return <B />; }',
  'react-hooks/exhaustive-deps': 'export function A({ b }) { useEffect(() => { console.log(b); }, []); return null; }',
  'react-hooks/preserve-manual-memoization': 'export function A(b) { const c = b.d ?? b.e; const f = useCallback(() => c.current, [c]); return <p onClick={f}>1</p>; }',
};

test('faults in the use of React hooks are found in the site', async () => {
  const eslint = new ESLint({ cwd: ROOT });
  for (const [rule, text] of Object.entries(HOOK_CASES)) {
    const [{ messages }] = await eslint.lintText(`import { useCallback, useEffect } from 'react';\n${text}\n`, { filePath: 'apps/web/src/app/not-there.tsx' });
    expect(messages.map(({ ruleId }) => ruleId), text).toContain(rule);
  }
});
