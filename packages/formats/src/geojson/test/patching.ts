import { PartKind } from '@geoinsights/geometry';
import type { Layer, Patch } from '@geoinsights/geometry';
import { fileOfBytes, memoryFolder } from '../../files/memory.ts';
import type { DatasetFiles, InputFile } from '../../driver.ts';
import { geojsonDriver } from '../index.ts';
import type { Dataset } from '../../driver.ts';

/** For tests: opens a text, or bytes, as a file "test.geojson"; `chunk` limits the length of every read. */
export function openText(content: string | Uint8Array, chunk?: number): Promise<Dataset> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return geojsonDriver.open(filesOf(fileOfBytes('test.geojson', bytes), chunk));
}

/** For tests: a dataset of this one file. */
export function filesOf(file: InputFile, chunk?: number): DatasetFiles {
  const read: InputFile['read'] = (start, end) => file.read(start, chunk === undefined ? end : Math.min(end, start + chunk));
  return { format: 'geojson', name: 'test', files: [{ ...file, read }] };
}

/** For tests: the output file. */
export async function applied(opened: Dataset, patch: Patch | null): Promise<string> {
  const folder = memoryFolder();
  const { files } = await opened.apply([patch], folder);
  const bytes = folder.files.get(files[0]);
  if (bytes === undefined) throw new Error('no file came out');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** One vertex of a patch: `from` is the vertex of the layer; x, y and so on are new if given. */
export interface NewVertex {
  readonly from?: number;
  readonly at?: readonly number[];
}
export interface NewRing {
  readonly from?: number;
  readonly vertices: readonly NewVertex[];
}
export interface NewPart {
  readonly kind: PartKind;
  readonly from?: number;
  readonly rings: readonly NewRing[];
}

/** For tests: a patch from the features' new parts. Vertices that refer to none of the layer are new. */
export function patchOf(layer: Layer, changes: ReadonlyMap<number, readonly NewPart[]>): Patch {
  const features = [...changes.keys()].sort((one, other) => one - other);
  const xy: number[] = [];
  const z: number[] = [];
  const m: number[] = [];
  const ringOffsets = [0];
  const partOffsets = [0];
  const featureOffsets = [0];
  const partKinds: number[] = [];
  const sourcePart: number[] = [];
  const sourceRing: number[] = [];
  const sourceVertex: number[] = [];
  for (const feature of features) {
    for (const part of changes.get(feature) ?? []) {
      for (const ring of part.rings) {
        for (const { from = -1, at = [] } of ring.vertices) {
          xy.push(at[0] ?? layer.xy[2 * from], at[1] ?? layer.xy[2 * from + 1]);
          z.push(from >= 0 ? (layer.z?.[from] ?? NaN) : (at[2] ?? NaN));
          m.push(from >= 0 ? (layer.m?.[from] ?? NaN) : (at[3] ?? NaN));
          sourceVertex.push(from);
        }
        ringOffsets.push(sourceVertex.length);
        sourceRing.push(ring.from ?? -1);
      }
      partOffsets.push(sourceRing.length);
      partKinds.push(part.kind);
      sourcePart.push(part.from ?? -1);
    }
    featureOffsets.push(sourcePart.length);
  }
  return {
    features: Int32Array.from(features),
    geometry: {
      xy: Float64Array.from(xy),
      z: layer.z === null ? null : Float64Array.from(z),
      m: layer.m === null ? null : Float64Array.from(m),
      ringOffsets: Int32Array.from(ringOffsets),
      partOffsets: Int32Array.from(partOffsets),
      featureOffsets: Int32Array.from(featureOffsets),
      partKinds: Uint8Array.from(partKinds),
    },
    sourcePart: Int32Array.from(sourcePart),
    sourceRing: Int32Array.from(sourceRing),
    sourceVertex: Int32Array.from(sourceVertex),
  };
}

/** For tests: the existing parts of a feature, to be changed and passed to `patchOf`. */
export function partsOf(layer: Layer, feature: number): NewPart[] {
  return range(layer.featureOffsets, feature).map((part) => ({
    kind: kindOf(layer.partKinds[part]),
    from: part,
    rings: range(layer.partOffsets, part).map((ring) => ({ from: ring, vertices: range(layer.ringOffsets, ring).map((from) => ({ from })) })),
  }));
}

function range(offsets: Int32Array, index: number): number[] {
  return Array.from({ length: offsets[index + 1] - offsets[index] }, (_, step) => offsets[index] + step);
}

function kindOf(value: number): PartKind {
  return value === PartKind.Point ? PartKind.Point : value === PartKind.Line ? PartKind.Line : PartKind.Polygon;
}
