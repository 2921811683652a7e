import { z } from 'zod';
import { extentOf, isSameExtent, EMPTY_EXTENT, unitedExtent } from '../extent.ts';
import type { Extent } from '../extent.ts';
import type { ChangedFeatures, Layer } from '@geoinsights/geometry';
import { readRows } from './connection.ts';
import type { NodeConnection } from './database.ts';

/** What is no number states no extent, as NULL does. */
const bound = z.union([z.number(), z.bigint().transform(Number)]).nullable().catch(null);
const extentSchema = z.object({ min_x: bound, min_y: bound, max_x: bound, max_y: bound });

/**
 * Updates the row of gpkg_contents after a table has changed: `last_change` always; the extent if it was exactly that of the
 * features before (it then becomes that of the features now), or if it no longer covers them. An extent that was NULL or wider
 * on purpose stays.
 * @param lastChange in the form of the standard, 2024-01-31T12:00:00.000Z
 */
export function updateContents(connection: NodeConnection, table: string, layer: Layer, changes: ChangedFeatures, lastChange: string): void {
  const row = readRows(
    connection,
    'gpkg_contents',
    'SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = ? COLLATE NOCASE',
    extentSchema,
    [table],
  ).at(0);
  if (row === undefined) return;
  const { database } = connection;
  database.prepare('UPDATE gpkg_contents SET last_change = ? WHERE table_name = ? COLLATE NOCASE').run(lastChange, table);
  const { min_x, min_y, max_x, max_y } = row;
  if (min_x === null || min_y === null || max_x === null || max_y === null) return;
  const stored = { minX: min_x, minY: min_y, maxX: max_x, maxY: max_y };
  const after = extentAfter(layer, changes);
  const wanted = isSameExtent(stored, extentOf(layer.xy)) ? after : unitedExtent(stored, after);
  if (isSameExtent(wanted, stored) || wanted.minX > wanted.maxX) return;
  database
    .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ? COLLATE NOCASE')
    .run(wanted.minX, wanted.minY, wanted.maxX, wanted.maxY, table);
}

/** The extent of the unchanged features and of the changed ones. */
function extentAfter(layer: Layer, changes: ChangedFeatures): Extent {
  let extent = EMPTY_EXTENT;
  let from = 0;
  changes.features.forEach((feature, place) => {
    const { patch, entry } = changes.at(place);
    extent = unitedExtent(unitedExtent(extent, extentOfFeatures(layer, from, feature)), extentOfFeatures(patch.geometry, entry, entry + 1));
    from = feature + 1;
  });
  return unitedExtent(extent, extentOfFeatures(layer, from, layer.featureOffsets.length - 1));
}

function extentOfFeatures(layer: Layer, from: number, to: number): Extent {
  return extentOf(layer.xy.subarray(firstVertex(layer, from) * 2, firstVertex(layer, to) * 2));
}

function firstVertex({ featureOffsets, partOffsets, ringOffsets }: Layer, feature: number): number {
  return ringOffsets[partOffsets[featureOffsets[feature] ?? 0] ?? 0] ?? 0;
}
