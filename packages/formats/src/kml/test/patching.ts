import { PartKind, type Layer, type Patch } from '@geoinsights/geometry';
import type { FormatDriver, Dataset } from '../../driver.ts';
import { fileOfBytes, memoryFolder } from '../../files/memory.ts';

/** A vertex of a hand-written patch: its position, and the vertex of the layer it comes from (-1: new). */
export type PatchVertex = readonly [x: number, y: number, source: number, z?: number];
export interface PatchPart {
  readonly source: number;
  readonly kind?: PartKind;
  readonly rings: readonly { readonly source: number; readonly vertices: readonly PatchVertex[] }[];
}

/** Builds a patch from plain lists, in the kernel's form. */
export function patchOf(changes: readonly { readonly feature: number; readonly parts: readonly PatchPart[] }[]): Patch {
  const parts = changes.flatMap((change) => change.parts);
  const rings = parts.flatMap((part) => part.rings);
  const vertices = rings.flatMap((ring) => ring.vertices);
  const offsets = (counts: number[]): Int32Array => Int32Array.from(counts.reduce<number[]>((sums, count) => [...sums, (sums.at(-1) ?? 0) + count], [0]));
  return {
    features: Int32Array.from(changes.map(({ feature }) => feature)),
    sourcePart: Int32Array.from(parts.map(({ source }) => source)),
    sourceRing: Int32Array.from(rings.map(({ source }) => source)),
    sourceVertex: Int32Array.from(vertices.map(([, , source]) => source)),
    geometry: {
      xy: Float64Array.from(vertices.flatMap(([x, y]) => [x, y])),
      z: vertices.some(([, , , z]) => z !== undefined) ? Float64Array.from(vertices.map(([, , , z]) => z ?? NaN)) : null,
      m: null,
      ringOffsets: offsets(rings.map((ring) => ring.vertices.length)),
      partOffsets: offsets(parts.map((part) => part.rings.length)),
      featureOffsets: offsets(changes.map((change) => change.parts.length)),
      partKinds: Uint8Array.from(parts.map(({ kind }) => kind ?? PartKind.Polygon)),
    },
  };
}

/** An unchanged ring of the layer, for use in a patch. */
export function keep(layer: Layer, ring: number): PatchPart['rings'][number] {
  return { source: ring, vertices: verticesOf(layer, ring) };
}

export function verticesOf(layer: Layer, ring: number): PatchVertex[] {
  const vertices: PatchVertex[] = [];
  for (let v = layer.ringOffsets[ring]; v < layer.ringOffsets[ring + 1]; v++) {
    vertices.push(layer.z === null ? [layer.xy[2 * v], layer.xy[2 * v + 1], v] : [layer.xy[2 * v], layer.xy[2 * v + 1], v, layer.z[v]]);
  }
  return vertices;
}

/** An unchanged part of the layer. */
export function keepPart(layer: Layer, part: number): PatchPart {
  const rings = Array.from({ length: layer.partOffsets[part + 1] - layer.partOffsets[part] }, (_, i) => keep(layer, layer.partOffsets[part] + i));
  const kind = [PartKind.Point, PartKind.Line, PartKind.Polygon].find((value) => value === layer.partKinds[part]);
  return { source: part, rings, ...(kind === undefined ? {} : { kind }) };
}

/** Every ordinate of a feature, ring by ring and part by part, as a reader sees it. Holes in a fixed order. */
export function featureShape(layer: Layer, feature: number): string[][] {
  const parts: string[][] = [];
  for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) {
    const rings: string[] = [];
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) rings.push(verticesOf(layer, ring).map(([x, y, , z]) => `${x},${y}${z === undefined || Number.isNaN(z) ? '' : `,${z}`}`).join(' '));
    parts.push([`kind ${layer.partKinds[part]}`, rings[0], ...rings.slice(1).sort()]);
  }
  return parts;
}

export function openBytes(driver: FormatDriver, bytes: Uint8Array, name = `file.${driver.format}`): Promise<Dataset> {
  return driver.open({ format: driver.format, name: 'file', files: [fileOfBytes(name, bytes)] });
}

/** The bytes of the single output file. */
export async function applyBytes(opened: Dataset, patches: readonly (Patch | null)[]): Promise<Uint8Array> {
  const folder = memoryFolder();
  const { files } = await opened.apply(patches, folder);
  const bytes = folder.files.get(files[0]);
  if (bytes === undefined) throw new Error('nothing was written');
  return bytes;
}
