import { PartKind } from '@geoinsights/geometry/layer';
import { expect, it } from 'vitest';
import { GeometryType } from '../../features/feature-batch.ts';
import { GeometryText } from './geometry-text.ts';
import { TextBytes } from './text-bytes.ts';

it('ends a long line whose last positions cannot be written, though all before them have been handed on', async () => {
  const vertices = (1 << 13) + 3;
  const xy = new Float64Array(2 * vertices).fill(1).fill(NaN, 2 << 13);
  const layer = { xy, z: null, m: null, ringOffsets: Int32Array.of(0, vertices), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1), partKinds: Uint8Array.of(PartKind.Line) };
  let text = '';
  const bytes = new TextBytes((some) => {
    text += new TextDecoder().decode(some);
    return Promise.resolve();
  });
  const geometry = new GeometryText(bytes, null);
  const stops = geometry.write(layer, GeometryType.LineString, 0);
  while (stops.next().done !== true) await bytes.flush();
  await bytes.flush();
  expect(text).toMatch(/^<LineString><coordinates>(1,1 ){8192}<\/coordinates><\/LineString>$/);
  expect(geometry.unreadable).toBe(3);
});
