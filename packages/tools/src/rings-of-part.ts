import type { Layer } from '@geoinsights/geometry/layer';

/** The rings of a part, shell first, as views of the layer's coordinates. */
export function ringsOfPart({ xy, ringOffsets, partOffsets }: Pick<Layer, 'xy' | 'ringOffsets' | 'partOffsets'>, part: number): Float64Array[] {
  const rings: Float64Array[] = [];
  for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) rings.push(xy.subarray(2 * ringOffsets[ring], 2 * ringOffsets[ring + 1]));
  return rings;
}
