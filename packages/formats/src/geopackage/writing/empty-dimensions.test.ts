import { expect, it } from 'vitest';
import { GeometryType } from '../../features/feature-batch.ts';
import { batchOf, point, schemaOf, withFeatures, written, type PlainFeature } from '../test/feature-files.ts';

const emptyPoint: PlainFeature = { type: GeometryType.Point, parts: [] };

async function lossesOf(...features: PlainFeature[]): Promise<readonly unknown[]> {
  const schema = schemaOf({ hasZ: true, hasM: true });
  const { losses } = await written([{ schema, batches: [batchOf(features, { dimensions: 'xyzm' })] }]);
  return losses;
}

const changed = (count: number, text: string): object => ({ code: 'geometry-type-changed', layer: 'farms', field: null, count, text });

it('says which dimensions an empty geometry has now, where others of the layer differ in them', async () => {
  const [flat, high, full] = [point(1, 2, NaN, NaN), point(1, 2, 3, NaN), point(1, 2, 3, 4)];
  expect(await lossesOf(flat, emptyPoint, full)).toEqual([changed(1, 'One empty geometry has Z and M now, as only some of the other geometries in the layer do: without coordinates, nothing shows whether it had Z and M before.')]);
  expect(await lossesOf(high, emptyPoint, full, emptyPoint)).toEqual([changed(2, '2 empty geometries have M now, as only some of the other geometries in the layer do: without coordinates, nothing shows whether they had M before.')]);
  expect(await lossesOf(full, emptyPoint)).toEqual([]);
  expect(await lossesOf(emptyPoint)).toEqual([]);
  expect(await lossesOf(flat, full)).toEqual([]);
});

it('keeps the dimensions of a table without features', async () => {
  const { path } = await written([{ schema: schemaOf({ hasZ: true }), batches: [] }, { schema: schemaOf({ name: 'm', hasM: true }), batches: [] }]);
  await withFeatures(path, ({ layers }) => {
    expect(layers.map(({ hasZ, hasM }) => [hasZ, hasM])).toEqual([[true, false], [false, true]]);
  });
});
