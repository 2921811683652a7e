import { PartKind } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { setImmediate } from 'node:timers/promises';
import { stepsOfLatitude, stepsOfLongitude } from './mercator.ts';
import { ShapesBuilder } from './shapes.ts';
import type { Shapes } from './shapes.ts';
import { ShapeKind } from './store.ts';

/** Features between two pauses in which the process can do other work. */
const PAUSE_EVERY = 20_000;
/** Bits per axis by which features are sorted. */
const SORT_BITS = 12;
const MOST_FEATURES = 2 ** (53 - 2 * SORT_BITS);

/** Every shape of the layer in steps, with features sorted so that spatial neighbours are adjacent. */
export async function fullShapes(layer: Layer, onProgress: (share: number) => void): Promise<Shapes> {
  const order = sortedFeatures(layer);
  await setImmediate();
  const rings = layer.ringOffsets.length - 1;
  const builder = new ShapesBuilder(layer.xy.length / 2, rings);
  let part = 0;
  for (const [done, feature] of order.entries()) {
    const lastPart = layer.featureOffsets[feature + 1] ?? 0;
    for (let source = layer.featureOffsets[feature] ?? 0; source < lastPart; source++) addPart(layer, source, feature, part++, builder);
    if (done % PAUSE_EVERY === PAUSE_EVERY - 1) {
      onProgress(done / order.length);
      await setImmediate();
    }
  }
  return builder.finish();
}

function addPart(layer: Layer, source: number, feature: number, part: number, builder: ShapesBuilder): void {
  const kind = layer.partKinds[source];
  const firstRing = layer.partOffsets[source] ?? 0;
  const endRing = layer.partOffsets[source + 1] ?? 0;
  for (let ring = firstRing; ring < endRing; ring++) {
    const end = layer.ringOffsets[ring + 1] ?? 0;
    for (let vertex = layer.ringOffsets[ring] ?? 0; vertex < end; vertex++) {
      const longitude = layer.xy[2 * vertex] ?? NaN;
      const latitude = layer.xy[2 * vertex + 1] ?? NaN;
      if (Number.isFinite(longitude) && Number.isFinite(latitude)) builder.add(stepsOfLongitude(longitude), stepsOfLatitude(latitude));
    }
    if (builder.pending === 0 && kind === PartKind.Polygon && ring === firstRing) return;
    if (builder.pending === 0) continue;
    if (kind === PartKind.Polygon) {
      builder.openRing();
      builder.orient(ring === firstRing ? 1 : -1);
      builder.finishShape(ring === firstRing ? ShapeKind.Shell : ShapeKind.Hole, feature, part);
    } else {
      builder.finishShape(kind === PartKind.Line ? ShapeKind.Line : ShapeKind.Points, feature, part);
    }
  }
}

/** The numbers of the features along a Z-order curve through the centres of their boxes. */
function sortedFeatures(layer: Layer): Uint32Array {
  const count = layer.featureOffsets.length - 1;
  if (count > MOST_FEATURES) throw new RangeError(`A local layer holds at most ${String(MOST_FEATURES)} features.`);
  const cells = 2 ** SORT_BITS - 1;
  const keys = new Float64Array(count);
  const [west, south, east, north] = boxOfVertices(layer.xy, 0, layer.xy.length / 2);
  for (let feature = 0; feature < count; feature++) {
    const firstRing = layer.partOffsets[layer.featureOffsets[feature] ?? 0] ?? 0;
    const endRing = layer.partOffsets[layer.featureOffsets[feature + 1] ?? 0] ?? 0;
    const [left, bottom, right, top] = boxOfVertices(layer.xy, layer.ringOffsets[firstRing] ?? 0, layer.ringOffsets[endRing] ?? 0);
    // A feature without a position comes first.
    const column = right >= left && east > west ? Math.floor((((left + right) / 2 - west) / (east - west)) * cells) : 0;
    const row = top >= bottom && north > south ? Math.floor((((bottom + top) / 2 - south) / (north - south)) * cells) : 0;
    keys[feature] = (spreadBits(column) + 2 * spreadBits(row)) * MOST_FEATURES + feature;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % MOST_FEATURES);
}

/** West, south, east, north of the finite coordinates; inverted if there are none. */
function boxOfVertices(xy: Float64Array, first: number, end: number): [number, number, number, number] {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (let vertex = first; vertex < end; vertex++) {
    const x = xy[2 * vertex] ?? NaN;
    const y = xy[2 * vertex + 1] ?? NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** Inserts a zero between the bits of a number of `SORT_BITS` bits. */
function spreadBits(value: number): number {
  let spread = 0;
  for (let bit = 0; bit < SORT_BITS; bit++) spread += ((value >> bit) & 1) * 4 ** bit;
  return spread;
}
