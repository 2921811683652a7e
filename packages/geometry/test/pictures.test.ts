import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../pictures/generated-files.ts';
import { drawStages } from '../pictures/stages.ts';
import { box, layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

describe('the pictures and the list of cases in docs', () => {
  it('are what the kernel does today (else run `npm run pictures:repair` and look at them)', { timeout: 60_000 }, async () => {
    for (const [file, text] of await generatedFiles()) expect(readFileSync(file, 'utf8'), file.pathname).toBe(text);
  });

  it('are all in docs/repair.md', async () => {
    const page = readFileSync(new URL('../../../docs/repair.md', import.meta.url), 'utf8');
    for (const [file] of await generatedFiles()) expect(page).toContain(file.pathname.split('/docs/')[1]);
  });
});

it('the stages of a repair can be drawn, with the crossings that noding found and who has each face', () => {
  const pictures = drawStages(layerOf([polygon(box(0, 0, 10, 10)), polygon(box(6, 4, 20, 16))]), { ...PLANAR, snapDistance: 0, maxGapWidth: 0 });
  expect(pictures.map(({ name }) => name)).toEqual(['1-1-edges', '1-2-matched', '1-3-noded', '1-4-assigned', '1-5-result', '2-1-edges', '2-2-matched', '2-3-noded', '2-4-assigned']);
  const [edges = '', , noded = '', assigned = ''] = pictures.map(({ svg }) => svg);
  expect(edges).not.toContain('<circle');
  // The borders cross twice.
  expect(new Set(noded.match(/cx="[\d.]+" cy="[\d.]+" r="5"/g)).size).toBe(2);
  expect(new Set(assigned.match(/fill="#[0-9a-f]{6}" fill-opacity/g)).size).toBe(2);
});
