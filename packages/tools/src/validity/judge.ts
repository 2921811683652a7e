import { PartKind } from '@geoinsights/geometry/layer';
import { PlainPolygons, type FeatureRings } from '@geoinsights/geometry/plain';
import { ringsOfPart } from '../rings-of-part.ts';

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
      const polygons = polygonsOfFeature(geometry, feature);
      const wholes = areApart?.[feature] === 1 ? polygons.map((polygon) => [polygon]) : [polygons];
      return !wholes.every((whole) => GeosScope.with((scope) => scope.areValid(whole)));
    });
  }
}

function polygonsOfFeature(geometry: FeatureRings, feature: number): Float64Array[][] {
  const polygons: Float64Array[][] = [];
  for (let part = geometry.featureOffsets[feature]; part < geometry.featureOffsets[feature + 1]; part++) if (geometry.partKinds[part] === PartKind.Polygon) polygons.push(ringsOfPart(geometry, part));
  return polygons;
}
