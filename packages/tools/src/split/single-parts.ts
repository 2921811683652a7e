import { GeometryType, type FeatureBatch } from '@geoinsights/formats';
import { PartKind, type Layer } from '@geoinsights/geometry/layer';

/** The types of a layer in which each part is a feature of its own. */
export function singleTypes(types: readonly number[]): number[] {
  const single = types.flatMap((type) => {
    if (type === GeometryType.GeometryCollection) return [GeometryType.Point, GeometryType.LineString, GeometryType.Polygon];
    return type > GeometryType.Polygon ? [type - 3] : [type];
  });
  return [...new Set(single)].sort((one, other) => one - other);
}

/**
 * The same geometries with each part, and each point of several, as a feature; every part gets the attributes. Features without a
 * geometry stay.
 */
export function singleParts(batch: FeatureBatch, first: number): FeatureBatch {
  const { geometry } = batch;
  const features: number[] = [];
  const types: number[] = [];
  const featureOffsets: number[] = [0];
  const partOffsets: number[] = [0];
  const ringOffsets: number[] = [0];
  const kinds: number[] = [];
  for (let feature = 0; feature < batch.rows.length; feature++) {
    const end = geometry.featureOffsets[feature + 1];
    const begin = geometry.featureOffsets[feature];
    if (begin === end) endFeature(feature, batch.types[feature]);
    for (let part = begin; part < end; part++) {
      const kind = geometry.partKinds[part];
      if (kind === PartKind.Point) addPoints(feature, part);
      else addPart(feature, part, kind);
    }
  }
  return {
    first,
    geometry: { ...geometry, featureOffsets: Int32Array.from(featureOffsets), partOffsets: Int32Array.from(partOffsets), ringOffsets: Int32Array.from(ringOffsets), partKinds: Uint8Array.from(kinds) },
    types: Uint8Array.from(types),
    rows: features.map((feature) => batch.rows[feature]),
    ids: null,
  };

  function addPart(feature: number, part: number, kind: number): void {
    for (let ring = geometry.partOffsets[part]; ring < geometry.partOffsets[part + 1]; ring++) ringOffsets.push(geometry.ringOffsets[ring + 1]);
    endPart(kind);
    endFeature(feature, kind);
  }

  /** Vertices stay where they are, so that only the rings must be split. */
  function addPoints(feature: number, part: number): void {
    const { ringOffsets: offsets, partOffsets: rings }: Layer = geometry;
    for (let vertex = offsets[rings[part]]; vertex < offsets[rings[part + 1]]; vertex++) {
      ringOffsets.push(vertex + 1);
      endPart(PartKind.Point);
      endFeature(feature, GeometryType.Point);
    }
  }

  function endPart(kind: number): void {
    partOffsets.push(ringOffsets.length - 1);
    kinds.push(kind);
  }

  function endFeature(feature: number, type: number): void {
    featureOffsets.push(kinds.length);
    features.push(feature);
    types.push(type);
  }
}
