import type { FeaturesReport } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { shapeTool } from '../test/tool.fixture.ts';
import { toolSummary } from './tool-summary.ts';

const crs = { name: 'WGS 84', code: 'EPSG:4326' };
const loss = (layer: string, text: string): FeaturesReport['losses'][number] => ({ code: 'm-left-out', layer, field: null, count: null, text });

function lostLines(layers: readonly string[], losses: FeaturesReport['losses']): string[] {
  const inputs = [{ name: 'a', format: 'geopackage' as const, files: ['a.gpkg'], notes: [], layers: layers.map((name) => ({ name, features: 1, fields: 0, crs })) }];
  const report: FeaturesReport & { readonly tool: 'shape' } = { tool: 'shape', inputs, outputs: [], losses, notes: [], failures: [] };
  return toolSummary(shapeTool, report).filter((line) => line.startsWith('changed'));
}

test('a loss names its layer if there are several', () => {
  expect(lostLines(['north', 'south'], [loss('north', 'Measures were left out.'), loss('south', 'Measures were left out.'), loss('south', 'Layer "south" is in "a-south.kml".')])).toEqual([
    'changed, in layers "north", "south": Measures were left out.',
    'changed: Layer "south" is in "a-south.kml".',
  ]);
  expect(lostLines(['north', 'south'], [loss('south', 'Measures were left out.')])).toEqual(['changed, in layer "south": Measures were left out.']);
  expect(lostLines(['north'], [loss('north', 'Measures were left out.')])).toEqual(['changed: Measures were left out.']);
});

test('a loss in many layers is reported once', () => {
  const layers = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(lostLines(layers, layers.map((layer) => loss(layer, 'Measures were left out.')))).toEqual(['changed, in 7 layers ("a", "b", "c", "d", "e" and 2 more): Measures were left out.']);
});

test('a loss in very many layers takes no longer for each of them', async () => {
  const layers = Array.from({ length: 100_000 }, (_, index) => `layer ${String(index)}`);
  const losses = layers.map((layer) => loss(layer, 'Measures were left out.'));
  expect(await growthOf((share) => lostLines(layers.slice(0, share * layers.length), losses.slice(0, share * layers.length)))).toBeLessThan(IN_PROPORTION);
});
