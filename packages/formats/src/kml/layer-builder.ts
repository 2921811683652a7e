import { PartKind, type Layer } from '@geoinsights/geometry/layer';
import { Float64List, Int32List, Uint8List } from '@geoinsights/geometry/arrays';
import type { CoordinateReader } from './coordinates.ts';
import { partsOf, type Unusable, type PartElement, type PlacemarkElement } from './elements.ts';
import { LabelList } from './labels.ts';
import type { NamespaceScope } from './namespaces.ts';

/** Where the placemark of each feature lies in the file; a later patch needs nothing else. */
export interface PlacemarkPlaces {
  /** `[start, end)` in units, pairs. */
  readonly spans: Float64Array;
  /** The namespaces in scope at each of them: those of the container. */
  readonly scope: NamespaceScope;
}

/** Extrapolates a total from the count found in this share of the file. */
function expectedTotal(count: number, share: number): number | undefined {
  return share > 0 ? (1.05 * count) / share : undefined;
}

/** Collects the placemarks of one container as a layer. */
export class LayerBuilder {
  readonly labels = new LabelList();
  /** The `id` of each placemark; null if none has one. */
  ids: LabelList | null = null;
  /** For each reason, how many geometries are left unchanged, and the feature of the first one. */
  readonly unusable = new Map<Unusable, { count: number; readonly feature: number }>();
  private readonly xy = new Float64List();
  private z: Float64List | null = null;
  private readonly ringOffsets = new Int32List();
  private readonly partOffsets = new Int32List();
  private readonly featureOffsets = new Int32List();
  private readonly partKinds = new Uint8List();
  private readonly spans = new Float64List();
  private readonly scope: NamespaceScope;
  /** The share of the file read so far, for estimating sizes. */
  private share = 0;

  /** @param scope the namespaces in scope at the placemarks of the container. */
  constructor(scope: NamespaceScope) {
    this.scope = scope;
  }

  /** @param share of the file read so far, if the rest seems to be alike; else 0. */
  add(placemark: PlacemarkElement, coordinates: CoordinateReader, share = 0): void {
    const { parts, unusable } = partsOf(placemark);
    this.share = share;
    for (const reason of unusable) {
      const tally = this.unusable.get(reason) ?? { count: 0, feature: this.featureOffsets.length };
      tally.count++;
      this.unusable.set(reason, tally);
    }
    this.featureOffsets.push(this.partKinds.length);
    for (const part of parts) this.addPart(part, coordinates);
    this.labels.add(placemark.name);
    this.addId(placemark.id);
    this.spans.push(placemark.start);
    this.spans.push(placemark.end);
  }

  finish(): { geometry: Layer; places: PlacemarkPlaces } {
    this.ringOffsets.push(this.xy.length / 2);
    this.partOffsets.push(this.ringOffsets.length - 1);
    this.featureOffsets.push(this.partKinds.length);
    const geometry: Layer = {
      xy: this.xy.takeArray(),
      z: this.z?.takeArray() ?? null,
      m: null,
      ringOffsets: this.ringOffsets.takeArray(),
      partOffsets: this.partOffsets.takeArray(),
      featureOffsets: this.featureOffsets.takeArray(),
      partKinds: this.partKinds.takeArray(),
    };
    return { geometry, places: { spans: this.spans.takeArray(), scope: this.scope } };
  }

  private addId(id: string): void {
    if (this.ids === null && id !== '') {
      this.ids = new LabelList();
      // The placemarks before it had none.
      for (let feature = this.featureOffsets.length - 1; feature > 0; feature--) this.ids.add('');
    }
    this.ids?.add(id);
  }

  private addPart({ element, rings }: PartElement, coordinates: CoordinateReader): void {
    this.partOffsets.push(this.ringOffsets.length);
    this.partKinds.push(element.kind === 'polygon' ? PartKind.Polygon : element.kind === 'line' ? PartKind.Line : PartKind.Point);
    for (const { coordinates: own } of rings) {
      this.ringOffsets.push(this.xy.length / 2);
      if (own !== null) this.addVertices(coordinates, own.firstVertex, own.firstVertex + own.vertexCount);
    }
  }

  private addVertices({ x, y, z }: CoordinateReader, from: number, to: number): void {
    const first = this.xy.length;
    this.xy.reserve(first + 2 * (to - from), expectedTotal(first + 2 * (to - from), this.share));
    const { data } = this.xy;
    let at = first;
    for (let vertex = from; vertex < to; vertex++) {
      data[at++] = x.data[vertex];
      data[at++] = y.data[vertex];
    }
    this.xy.length = at;
    if (this.z === null && hasNumber(z.data, from, to)) {
      this.z = new Float64List(Math.ceil(this.xy.data.length / 2));
      this.z.length = first / 2;
      this.z.data.fill(NaN, 0, first / 2);
    }
    this.z?.reserve(this.z.length + to - from, this.xy.data.length / 2);
    this.z?.pushAll(z.data.subarray(from, to));
  }
}

function hasNumber(values: Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!Number.isNaN(values[i])) return true;
  return false;
}
