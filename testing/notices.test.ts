import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '..', 'scripts', 'third-party-notices.mjs');

test('the notices are those of the packages that run, none of which has an install script', () => {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--check'], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
