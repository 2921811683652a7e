import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../pictures/generated-files.ts';

describe('the pictures and the list of cases in docs', () => {
  it('are what the kernel does today (else run `npm run pictures:repair` and look at them)', { timeout: 60_000 }, async () => {
    for (const [file, text] of await generatedFiles()) expect(readFileSync(file, 'utf8'), file.pathname).toBe(text);
  });

  it('are all in docs/repair.md', async () => {
    const page = readFileSync(new URL('../../../docs/repair.md', import.meta.url), 'utf8');
    for (const [file] of await generatedFiles()) expect(page).toContain(file.pathname.split('/docs/')[1]);
  });
});
