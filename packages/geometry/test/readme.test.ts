import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import * as geometry from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1];
  if (found === undefined) throw new Error(`the readme has no block of ${language}`);
  return found;
}

describe('the example in the readme', () => {
  it('runs and prints what the readme says', async () => {
    const [head, ...body] = block('ts').split('\n');
    const names = [...head.matchAll(/\w+(?=[,\s}])/g)].map(([name]) => name).filter((name) => name in geometry);
    expect(names.length).toBeGreaterThan(3);
    const lines: string[] = [];
    const print = (...values: unknown[]) => lines.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '));
    const done: unknown = runInNewContext(`(async () => { const { ${names.join(', ')} } = geometry;\n${body.join('\n')} })()`, { geometry, console: { log: print } });
    await done;
    expect(lines.join('\n')).toBe(block('text').trim());
  });
});
