import { PartKind } from '@geoinsights/geometry';
import type { Layer, Patch } from '@geoinsights/geometry';
import type { Dice } from './dice.ts';

interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly m: number;
  readonly source: number;
}
interface Ring {
  readonly source: number;
  readonly vertices: readonly Vertex[];
}
interface Part {
  readonly kind: number;
  readonly source: number;
  readonly rings: readonly Ring[];
}

/** Features with more vertices stay unchanged: the point is what a driver does with a patch. */
const MOST_VERTICES = 5000;

/**
 * A patch as a repair might return it, but random: polygons lose and gain vertices, holes and parts, or vanish; lines lose vertices;
 * points stay. It observes what the kernel guarantees for a patch, and nothing else.
 */
export function chancePatch(layer: Layer, dice: Dice): Patch | null {
  const changes = new Map<number, Part[]>();
  const features = layer.featureOffsets.length - 1;
  for (let feature = 0; feature < features && changes.size < 20; feature++) {
    const parts = partsIn(layer, feature);
    const vertices = parts.reduce((sum, { rings }) => sum + rings.reduce((inner, ring) => inner + ring.vertices.length, 0), 0);
    const isRepairable = parts.some(({ kind }) => kind === PartKind.Polygon || kind === PartKind.Line);
    if (!isRepairable || vertices > MOST_VERTICES || !dice.chance(0.6)) continue;
    const ordinates = ordinatesOf(parts);
    changes.set(feature, parts.flatMap((part) => changedPart(part, ordinates, dice)));
  }
  return changes.size === 0 ? null : patchOf(layer, changes);
}

function partsIn(layer: Layer, feature: number): Part[] {
  const parts: Part[] = [];
  const { featureOffsets, partOffsets, ringOffsets, partKinds, xy, z, m } = layer;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    const rings: Ring[] = [];
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const vertices: Vertex[] = [];
      for (let at = ringOffsets[ring]; at < ringOffsets[ring + 1] && vertices.length <= MOST_VERTICES; at++) {
        vertices.push({ x: xy[2 * at], y: xy[2 * at + 1], z: z?.[at] ?? NaN, m: m?.[at] ?? NaN, source: at });
      }
      rings.push({ source: ring, vertices });
    }
    parts.push({ kind: partKinds[part], source: part, rings });
  }
  return parts;
}

/** Which ordinates a feature has; a new vertex gets no others. */
interface Ordinates {
  readonly z: boolean;
  readonly m: boolean;
}

function ordinatesOf(parts: readonly Part[]): Ordinates {
  const vertices = parts.flatMap(({ rings }) => rings.flatMap((ring) => ring.vertices));
  return { z: vertices.some(({ z }) => !Number.isNaN(z)), m: vertices.some(({ m }) => !Number.isNaN(m)) };
}

function changedPart(part: Part, ordinates: Ordinates, dice: Dice): Part[] {
  if (part.kind === PartKind.Point) return [part];
  if (part.kind === PartKind.Line) return dice.chance(0.5) ? [part] : [{ ...part, rings: part.rings.map((line) => thinned(line, dice)) }];
  if (dice.chance(0.1)) return [];
  const [shell, ...holes] = part.rings.map((ring) => repairedRing(ring, ordinates, dice));
  const first = shell === null ? [] : [{ ...part, rings: [shell, ...holes.filter((hole) => hole !== null && !dice.chance(0.15)).filter((hole) => hole !== null)] }];
  return dice.chance(0.25) ? [...first, { kind: PartKind.Polygon, source: -1, rings: [freshRing(ordinates, dice)] }] : first;
}

function thinned(line: Ring, dice: Dice): Ring {
  const vertices = line.vertices.filter((_, index) => index === 0 || index === line.vertices.length - 1 || dice.chance(0.7));
  return vertices.length === line.vertices.length ? line : { source: -1, vertices };
}

/** A closed ring without non-finite positions; null if too little is left. */
function repairedRing(ring: Ring, ordinates: Ordinates, dice: Dice): Ring | null {
  const finite = ring.vertices.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  if (finite.length < 3) return null;
  const [first, last] = [finite[0], finite[finite.length - 1]];
  const closed = first.x === last.x && first.y === last.y && finite.length > 3 ? finite : [...finite, first];
  const untouched = closed.length === ring.vertices.length && closed === finite;
  if (untouched && dice.chance(0.5)) return ring;
  const inner = closed.slice(1, -1).flatMap((vertex) => {
    const roll = dice.next();
    if (roll < 0.1 && closed.length > 5) return [];
    if (roll < 0.2) return [vertex, freshVertex(ordinates, dice)];
    return roll < 0.3 ? [{ ...vertex, x: vertex.x + 0.001 }] : [vertex];
  });
  return inner.length < 2 ? null : { source: -1, vertices: [closed[0], ...inner, closed[closed.length - 1]] };
}

function freshVertex({ z, m }: Ordinates, dice: Dice): Vertex {
  return { x: dice.below(20000) / 997 - 10, y: dice.below(20000) / 991 - 10, z: z ? 1.25 : NaN, m: m ? 2.5 : NaN, source: -1 };
}

function freshRing(ordinates: Ordinates, dice: Dice): Ring {
  const vertices = Array.from({ length: 3 + dice.below(3) }, () => freshVertex(ordinates, dice));
  return { source: -1, vertices: [...vertices, vertices[0]] };
}

function patchOf(layer: Layer, changes: ReadonlyMap<number, readonly Part[]>): Patch {
  const parts = [...changes.values()].flat();
  const rings = parts.flatMap((part) => part.rings);
  const vertices = rings.flatMap((ring) => ring.vertices);
  return {
    features: Int32Array.from(changes.keys()),
    geometry: {
      xy: Float64Array.from(vertices.flatMap(({ x, y }) => [x, y])),
      z: layer.z === null ? null : Float64Array.from(vertices, ({ z }) => z),
      m: layer.m === null ? null : Float64Array.from(vertices, ({ m }) => m),
      ringOffsets: offsets(rings.map((ring) => ring.vertices.length)),
      partOffsets: offsets(parts.map((part) => part.rings.length)),
      featureOffsets: offsets([...changes.values()].map((own) => own.length)),
      partKinds: Uint8Array.from(parts, ({ kind }) => kind),
    },
    sourcePart: Int32Array.from(parts, ({ source }) => source),
    sourceRing: Int32Array.from(rings, ({ source }) => source),
    sourceVertex: Int32Array.from(vertices, ({ source }) => source),
  };
}

function offsets(counts: readonly number[]): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  for (const [index, count] of counts.entries()) sums[index + 1] = sums[index] + count;
  return sums;
}
