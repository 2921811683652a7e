import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { format } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as geometry from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Each example for which the readme states the output. */
const EXAMPLES = [...readme.matchAll(/```ts\n((?:(?!```)[^])*)```\n+It prints:\n+```text\n([^]*?)```/g)].map(([, code = '', printed = '']) => ({ code, printed }));

describe('the examples in the readme', () => {
  it('are there', () => {
    expect(EXAMPLES).toHaveLength(2);
  });

  it.each(EXAMPLES)('run and print what the readme says: $printed', async ({ code, printed }) => {
    const [names = ''] = [.../import \{(.*)\} from '@geoinsights\/geometry';/.exec(code) ?? []].slice(1);
    const body = stripTypeScriptTypes(code).replace(/^import .*$/gm, '');
    const lines: string[] = [];
    const print = (...values: unknown[]) => lines.push(format(...values));
    const done: unknown = runInNewContext(`(async () => { const {${names}} = geometry;\n${body}\n})()`, { geometry, console: { log: print } });
    await done;
    expect(lines.join('\n')).toBe(printed.trim());
  });
});
