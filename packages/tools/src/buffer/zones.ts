import type { Loss } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { transformationBetween, type CoordinateTransformation } from '@geoinsights/crs/transformation-between';
import { GeometryType, type FeatureLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { isKnown, systemCalled } from '../features/source-system.ts';
import { GeosError, GeosScope, polygonsOf, type Rings } from './geos.ts';
import { groundBuffer, type GroundBuffer } from './ground-buffer.ts';
import { layerOfPolygons, typesOfPolygons } from './layer-of-polygons.ts';

/** Degrees on the ellipsoid of SIRGAS 2000, on which the ground is measured. */
const DEGREES = 'EPSG:4674';

/** The zones around the features of a layer. */
export class Zones {
  readonly #layer: FeatureLayer;
  readonly #file: string;
  readonly #buffer: GroundBuffer;
  readonly #toDegrees: CoordinateTransformation;
  readonly #fromDegrees: CoordinateTransformation;
  #vanished = 0;

  /** @param file what it is called in sentences about it @throws ProblemError crs-needed */
  constructor(layer: FeatureLayer, file: string, buffer: GroundBuffer) {
    if (!isKnown(layer.crs) && layer.crs.units.kind !== 'geographic') throw new ProblemError('crs-needed', { file });
    this.#layer = layer;
    this.#file = file;
    this.#buffer = buffer;
    const degrees = systemCalled(DEGREES);
    const own = isKnown(layer.crs) ? layer.crs : degrees;
    this.#toDegrees = transformationBetween(own, degrees, file);
    this.#fromDegrees = transformationBetween(degrees, own, file);
  }

  /** Features of which nothing is left, known when all have been read. */
  get losses(): Loss[] {
    const { name, hasZ, hasM } = this.#layer;
    const about = { layer: name, field: null, count: null };
    return [
      ...(hasZ ? [{ ...about, code: 'z-left-out' as const, text: 'Zones are drawn on the ground and have no heights.' }] : []),
      ...(hasM ? [{ ...about, code: 'm-left-out' as const, text: 'Zones have no measures.' }] : []),
      ...(this.#vanished === 0 ? [] : [{ ...about, code: 'empty-geometry-left-out' as const, count: this.#vanished, text: `Of ${String(this.#vanished)} features nothing is left at this distance; their rows stay, without a geometry.` }]),
    ];
  }

  /** Each feature with its zone in place of its geometry. */
  layer(): FeatureLayer {
    return { ...this.#layer, geometryTypes: [GeometryType.Polygon, GeometryType.MultiPolygon], hasZ: false, hasM: false, read: () => this.#read() };
  }

  /** All zones as one feature, which has no values. */
  async dissolved(onProgress: (share: number) => void): Promise<FeatureLayer> {
    const all: Rings[] = [];
    for await (const { zones } of this.#zonesOfBatches(onProgress)) all.push(...zones.flat());
    const merged = GeosScope.with((scope) => polygonsOf(scope.union(all.map((rings) => scope.polygon(rings)))));
    for (const ring of merged.flat()) this.#fromDegrees.apply(ring);
    const features = [merged];
    const batch = { first: 0, geometry: layerOfPolygons(features), types: typesOfPolygons(features), rows: [[]], ids: null };
    return {
      ...this.#layer,
      fields: [],
      ids: 'none',
      count: 1,
      geometryTypes: [GeometryType.Polygon, GeometryType.MultiPolygon],
      hasZ: false,
      hasM: false,
      async *read() {
        yield await Promise.resolve(batch);
      },
    };
  }

  async *#read(): ReturnType<FeatureLayer['read']> {
    for await (const { batch, zones } of this.#zonesOfBatches(() => undefined)) {
      for (const ring of zones.flat(2)) this.#fromDegrees.apply(ring);
      yield { ...batch, geometry: layerOfPolygons(zones), types: typesOfPolygons(zones) };
    }
  }

  /** Zones in degrees. @throws ProblemError nothing-left at the end, when no feature has a zone */
  async *#zonesOfBatches(onProgress: (share: number) => void) {
    let features = 0;
    let left = 0;
    this.#vanished = 0;
    for await (const batch of this.#layer.read()) {
      const degrees = inDegrees(batch.geometry, this.#toDegrees);
      const zones = Array.from({ length: batch.rows.length }, (_, feature) => this.#zoneOf(degrees, feature, batch.first));
      for (const [feature, zone] of zones.entries()) {
        if (zone.length > 0) left++;
        else if (batch.types[feature] !== GeometryType.None) this.#vanished++;
      }
      features += batch.rows.length;
      onProgress(features / Math.max(1, this.#layer.count));
      yield { batch, zones };
    }
    if (left === 0 && this.#vanished > 0) throw new ProblemError('nothing-left', { file: this.#file, reason: `no feature is wider than twice the distance of ${String(Math.abs(this.#buffer.distance))} m that was to be taken away` });
  }

  #zoneOf(degrees: Layer, feature: number, first: number): Rings[] {
    try {
      return groundBuffer(degrees, feature, this.#buffer);
    } catch (cause) {
      if (!(cause instanceof GeosError)) throw cause;
      throw new ProblemError('zone-not-drawn', { file: this.#file, feature: first + feature + 1 }, { cause });
    }
  }
}

function inDegrees(layer: Layer, transformation: CoordinateTransformation): Layer {
  if (transformation.isIdentity) return layer;
  const xy = layer.xy.slice();
  transformation.apply(xy);
  return { ...layer, xy };
}
