import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '..', 'docs', 'decisions');
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name)).sort();
const index = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');

describe('the decisions', () => {
  test('are numbered without a gap, and each begins with its number and its status', () => {
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(Array.from(files, (_, at) => at + 1));
    for (const name of files) expect(readFileSync(path.join(FOLDER, name), 'utf8'), name).toMatch(new RegExp(`^# ${name.slice(0, 4)} \\S.*\\n\\n\\*\\*Status\\*\\* accepted, 20\\d\\d-\\d\\d[.;]`));
  });

  test('are in the index once each, by their title', () => {
    for (const name of files) {
      const title = /^# \d{4} (.*)$/m.exec(readFileSync(path.join(FOLDER, name), 'utf8'))?.[1] ?? '';
      expect(index.split(`(${name})`), name).toHaveLength(2);
      expect(index).toContain(`- [${name.slice(0, 4)}](${name}) ${title}\n`);
    }
  });
});
