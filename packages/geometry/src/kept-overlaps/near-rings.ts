import { featureExtents } from '../layer/feature-extents.ts';
import { LayerBuilder } from '../layer/layer-builder.ts';
import { doExtentsMeet, putExtent } from '../layer/extent.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/**
 * Takes features from a layer without what cannot touch land that they share: rings that come near none of the others, by extents. A shell stays as long as
 * one of its holes does, even one that lies outside. A feature with thousands of islands and lakes is mostly left out where it is compared with small ones.
 */
export class NearRings {
  readonly #layer: Layer;
  /** minX, minY, maxX, maxY of each feature. */
  readonly #features: Float64Array;
  /** The same of each ring. */
  readonly #rings: Float64Array;

  constructor(layer: Layer) {
    const { xy, ringOffsets } = layer;
    this.#layer = layer;
    this.#features = featureExtents(layer);
    this.#rings = new Float64Array(4 * (ringOffsets.length - 1));
    for (let ring = 0; ring + 1 < ringOffsets.length; ring++) putExtent(xy, ringOffsets[ring], ringOffsets[ring + 1], this.#rings, 4 * ring);
  }

  /** Feature i of the result is what is left of features[i]. */
  extract(features: Int32Array): Layer {
    const { ringOffsets, partOffsets, featureOffsets, partKinds } = this.#layer;
    const builder = new LayerBuilder(false, false);
    const near: number[] = [];
    for (const feature of features) {
      const others = features.filter((other) => other !== feature);
      for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
        if (partKinds[part] !== PartKind.Polygon) continue;
        near.length = 0;
        for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) if (others.some((other) => doExtentsMeet(this.#rings, ring, this.#features, other))) near.push(ring);
        if (near.length === 0) continue;
        if (near[0] !== partOffsets[part]) near.unshift(partOffsets[part]);
        for (const ring of near) {
          builder.addVertices(this.#layer, ringOffsets[ring], ringOffsets[ring + 1]);
          builder.endRing();
        }
        builder.endPart(PartKind.Polygon);
      }
      builder.endFeature();
    }
    return builder.finish();
  }
}
