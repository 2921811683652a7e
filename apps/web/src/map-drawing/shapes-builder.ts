import type { LandGeometry } from '@geoinsights/contract';
import { PartKind } from '@geoinsights/geometry';
import { Coordinates } from './coordinates.ts';
import { layerAsItStands, projectLayer } from './projected-layer.ts';
import type { ProjectedLayer } from './projected-layer.ts';

/** Collects GeoJSON geometries, one feature each, into a layer that can be drawn. */
export class ShapesBuilder {
  readonly #xy = new Coordinates();
  readonly #ringOffsets: number[] = [0];
  readonly #partOffsets: number[] = [0];
  readonly #featureOffsets: number[] = [0];
  readonly #partKinds: number[] = [];

  /**
   * Adds the next feature.
   * @param geometry null for a feature without one.
   * @param place where a feature without geometry is shown as a point; null for nowhere.
   */
  add(geometry: LandGeometry | null, place: readonly [number, number] | null = null): void {
    if (geometry !== null) this.#addGeometry(geometry);
    else if (place !== null) this.#addPart(PartKind.Point, [[place]]);
    this.#featureOffsets.push(this.#partKinds.length);
  }

  /** @param isGeographic whether the coordinates are degrees, which are drawn in EPSG:3857; others are drawn unchanged. */
  finish(isGeographic: boolean, label: (feature: number) => string): ProjectedLayer {
    const source = {
      geometry: {
        xy: this.#xy.finish(),
        z: null,
        m: null,
        ringOffsets: Int32Array.from(this.#ringOffsets),
        partOffsets: Int32Array.from(this.#partOffsets),
        featureOffsets: Int32Array.from(this.#featureOffsets),
        partKinds: Uint8Array.from(this.#partKinds),
      },
      label,
    };
    return isGeographic ? projectLayer(source) : layerAsItStands(source);
  }

  #addGeometry(geometry: LandGeometry): void {
    switch (geometry.type) {
      case 'Polygon':
        this.#addPart(PartKind.Polygon, geometry.coordinates);
        break;
      case 'MultiPolygon':
        for (const polygon of geometry.coordinates) this.#addPart(PartKind.Polygon, polygon);
        break;
      case 'LineString':
        this.#addPart(PartKind.Line, [geometry.coordinates]);
        break;
      case 'MultiLineString':
        for (const line of geometry.coordinates) this.#addPart(PartKind.Line, [line]);
        break;
    }
  }

  #addPart(kind: PartKind, rings: readonly (readonly (readonly number[])[])[]): void {
    for (const ring of rings) {
      for (const place of ring) this.#xy.push(place[0] ?? Number.NaN, place[1] ?? Number.NaN);
      this.#ringOffsets.push(this.#xy.length / 2);
    }
    this.#partOffsets.push(this.#ringOffsets.length - 1);
    this.#partKinds.push(kind);
  }
}
