import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../pictures/generated-files.ts';
import { drawStages } from '../pictures/stages.ts';
import { box, layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

describe('the pictures and the list of cases in docs', () => {
  it('are what the kernel does today (else run `npm run pictures:repair` and look at them)', async () => {
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
  // The legend names what the picture may show, and nothing that came later.
  expect([edges, noded].map((svg) => svg.includes('>crossing<'))).toEqual([false, true]);
  expect(edges).toContain('snap distance 0, gap width 0');
});

it('what is repaired before matching is a stage of its own: rings in order, and copies removed', () => {
  const square = box(0, 0, 100, 100);
  const pictures = drawStages(layerOf([polygon(box(40, 40, 60, 60), square), polygon(box(200, 0, 300, 100)), polygon(box(200, 0, 300, 100.1))]), { ...PLANAR, snapDistance: 1, maxGapWidth: 1 });
  expect(pictures.map(({ name }) => name).filter((name) => name.startsWith('0-'))).toEqual(['0-1-ring-order', '0-2-copies-removed']);
});
