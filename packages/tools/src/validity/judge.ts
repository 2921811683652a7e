import { PartKind } from '@geoinsights/geometry/layer';
import { PlainPolygons, type FeatureRings } from '@geoinsights/geometry/plain';

/** Some features, as they are judged. */
export interface JudgedFeatures {
  readonly geometry: FeatureRings;
  /** For each, 1 if its polygons are members of a collection, in which they may overlap; null if that holds for none. */
  readonly areApart: Uint8Array | null;
}

/** Tells which features GEOS calls invalid. */
export class Judge {
  readonly #plain = new PlainPolygons();

  /** Ascending. GEOS is asked about the doubtful ones only, and not loaded if there are none: it takes some fifty times as long as finding out that a polygon is plain. */
  async invalidAmong({ geometry, areApart }: JudgedFeatures): Promise<number[]> {
    const doubtful = this.#plain.doubtfulAmong(geometry);
    if (doubtful.length === 0) return [];
    const { GeosScope } = await import('../geos.ts');
    return doubtful.filter((feature) => {
      const polygons = polygonsOf(geometry, feature);
      const wholes = areApart?.[feature] === 1 ? polygons.map((polygon) => [polygon]) : [polygons];
      return !wholes.every((whole) => GeosScope.with((scope) => scope.areValid(whole)));
    });
  }
}

function polygonsOf({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: FeatureRings, feature: number): Float64Array[][] {
  const polygons: Float64Array[][] = [];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (partKinds[part] !== PartKind.Polygon) continue;
    const firstRing = partOffsets[part];
    polygons.push(Array.from({ length: partOffsets[part + 1] - firstRing }, (_, ring) => xy.subarray(2 * ringOffsets[firstRing + ring], 2 * ringOffsets[firstRing + ring + 1])));
  }
  return polygons;
}
