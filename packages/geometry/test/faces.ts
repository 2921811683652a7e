import { PartKind } from '../src/layer/layer.ts';
import type { CoordinateUnits } from '../src/options.ts';
import { claimOf, sortedPoints } from './claims.ts';
import { isDelicate } from './delicate.ts';
import { areOverEachOther, clearanceIn, pointWithin } from './face-points.ts';
import { erode, facesOf, largestCircle, unionOf } from './geos.ts';
import { at, edgeLength, polygonParts } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';
import { cleanRing, edgesOf } from './rings.ts';

/**
 * The plane as a layer divides it: maximal regions claimed by the same features, and the enclosed voids. Computed face
 * by face, independently of the kernel: GEOS nodes the raw rings, and winding numbers determine who claims a face.
 */
export interface Face {
  /** Features that claim the face, ascending, without exact duplicates of earlier features. Empty: a void. */
  readonly claimants: readonly number[];
  /** Whether the rules leave open whose land it is. */
  readonly unsure: boolean;
  /** Square coordinate units. */
  readonly area: number;
  /** The diameter of the largest circle that fits inside, in metres for geographic units. Computed on first use. */
  readonly width: number;
  /** Whether `width` is below a limit. Most faces are decided by their area and border, without computing the circle. */
  isNarrowerThan(limit: number): boolean;
  /** The share that it fills of a strip as wide, along half of its border: 1 for a road, 2/3 for a lens, 1/2 for a triangle. */
  readonly fill: number;
  /** Whether it keeps one width of at least this on most of its border, though it may be wider in places. */
  isStripWiderThan(least: number): boolean;
  /** A point inside, and its distance from the nearest edge in coordinate units. */
  readonly point: Position;
  readonly clearance: number;
  /** Length of the border with each other face, by index; -1 is the unbounded outside. */
  readonly borders: ReadonlyMap<number, number>;
  /** The ends of the edges around it. */
  readonly corners: readonly Position[];
  /** Features with land along its border, ascending. */
  readonly neighbours: readonly number[];
}

export interface Regions {
  readonly faces: readonly Face[];
  /** `land`: more than rounding; `doubtful`: only as much as rounding; `none`: not a single face. */
  readonly land: readonly ('land' | 'doubtful' | 'none')[];
  /** The earlier feature with the same region, or -1. */
  readonly duplicateOf: readonly number[];
  /** For duplicates, whether the regions are equal beyond the doubt of rounding. */
  readonly exactDuplicate: readonly boolean[];
  /** Features whose region the rules leave open somewhere. */
  readonly doubtful: readonly boolean[];
  /** Distances below this are rounding, in coordinate units. */
  readonly rounding: number;
  /** Whether only rounding tells vertices and edges of the layer apart, so that GEOS cannot judge single faces. Computed on first use. */
  readonly isDelicate: boolean;
}

export const METRES_PER_DEGREE = 111_195;
/** The precision of the widths of faces … */
const EXACTNESS = 1e-4;
/** … and of the quick decision before that. */
const ROUGHNESS = 0.01;
/** As in the kernel: beyond 89.4° the scale of longitude stays constant. */
const SMALLEST_COSINE = 0.01;

export function roundingOf(shapes: readonly Shape[]): number {
  let [low, high, most] = [Infinity, -Infinity, 0];
  let [left, right] = [Infinity, -Infinity];
  for (const ring of shapes.flatMap((shape) => shape.flatMap((part) => part.rings.map(cleanRing)))) {
    for (const position of ring) {
      const [x, y] = [at(position, 0), at(position, 1)];
      [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
      most = Math.max(most, Math.abs(x), Math.abs(y));
    }
  }
  return most === 0 ? 0 : 1e-9 * Math.max(right - left, high - low) + 1e-14 * most;
}

/** Shapes relative to an origin. For an origin from `originOf`, doubles represent the differences exactly. */
export function movedTo([originX, originY]: readonly [number, number], shapes: readonly Shape[]): readonly Shape[] {
  if (originX === 0 && originY === 0) return shapes;
  return shapes.map((shape) => shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map(([x = NaN, y = NaN]): Position => [x - originX, y - originY])) })));
}

/** The corner of the layer's extent, for each axis on which the layer is small compared to its distance from zero; else zero. */
export function originOf(shapes: readonly Shape[]): [number, number] {
  const positions = shapes.flatMap((shape) => shape.flatMap((part) => part.rings.flatMap(cleanRing)));
  const originOn = (axis: number): number => {
    let [low, high] = [Infinity, -Infinity];
    for (const p of positions) [low, high] = [Math.min(low, at(p, axis)), Math.max(high, at(p, axis))];
    if (low > 0 && high <= 2 * low) return low;
    return high < 0 && low >= 2 * high ? high : 0;
  };
  return [originOn(0), originOn(1)];
}

const nameOf = (faces: Iterable<number>): string => [...faces].sort((a, b) => a - b).join(',');

/**
 * Null if GEOS cannot node the layer, which says nothing about the kernel. A layer far from the origin is first moved there,
 * which is exact for doubles of one magnitude. Near the origin, GEOS rounds its nodes far more finely than the kernel can.
 */
export function regionsOf(layer: readonly Shape[], units: CoordinateUnits): Regions | null {
  const rounding = roundingOf(layer);
  const [originX, originY] = originOf(layer);
  const shapes = movedTo([originX, originY], layer);
  const back = (p: Position): Position => [at(p, 0) + originX, at(p, 1) + originY];
  const chains = shapes.flatMap((shape) => polygonParts(shape).flatMap((part) => part.rings.map(cleanRing))).filter((ring) => ring.length > 1);
  const raw = chains.length === 0 ? [] : facesOf(chains);
  if (raw === null) return null;
  const edges = raw.map(({ rings }) => edgesOf(rings));
  const points = raw.map((face, i) => pointWithin(face, at(edges, i), rounding));
  if (areOverEachOther(raw, points)) return null;
  const clearances = points.map((point, i) => clearanceIn(at(edges, i), point));
  const significant = clearances.map((clearance) => clearance > rounding);
  const byX = sortedPoints(points);
  const claims = shapes.map((shape) => claimOf(shape, byX, significant));
  const unsure = new Set(claims.flatMap((claim) => [...claim.unsure]));

  const text = claims.map(({ claimed }) => nameOf([...claimed].filter((face) => at(significant, face))));
  const exact = claims.map(({ claimed }) => nameOf(claimed));
  const land = text.map((faces, i) => (faces !== '' ? 'land' : exact[i] !== '' ? 'doubtful' : 'none'));
  const doubtful = claims.map((claim) => claim.unsure.size > 0);
  const withSameFaces = Map.groupBy(text.keys(), (i) => at(text, i));
  const earlier = (i: number): number =>
    (withSameFaces.get(at(text, i)) ?? []).find((k) => k < i && !at(doubtful, k) && (exact[k] !== exact[i] || !isDelicate([at(shapes, k), at(shapes, i)], rounding))) ?? -1;
  const duplicateOf = text.map((_, i) => (at(land, i) === 'land' && !at(doubtful, i) ? earlier(i) : -1));
  const exactDuplicate = duplicateOf.map((first, i) => first >= 0 && exact[first] === exact[i]);
  const claimants = raw.map((): number[] => []);
  claims.forEach(({ claimed }, i) => {
    if (at(duplicateOf, i) === -1) for (const face of claimed) at(claimants, face).push(i);
  });

  // Faces with the same claimants that share an edge are one region. Index raw.length is the unbounded outside.
  const idOf = numberOfPositions();
  const sides = new Map<number, { length: number; faces: number[]; ends: [Position, Position] }>();
  edges.forEach((list, face) => {
    for (const [a, b] of list) {
      const [p, q] = [idOf(a), idOf(b)];
      const name = Math.min(p, q) * MOST_POSITIONS + Math.max(p, q);
      const side = sides.get(name);
      if (side === undefined) sides.set(name, { length: Math.hypot(at(a, 0) - at(b, 0), at(a, 1) - at(b, 1)), faces: [face], ends: [a, b] });
      else side.faces.push(face);
    }
  });
  const parent = [...raw.map((_, i) => i), raw.length];
  const root = (i: number): number => {
    while (at(parent, i) !== i) i = at(parent, i);
    return i;
  };
  const key = (i: number): string => (i === raw.length ? '' : `${at(claimants, i).join(',')}${unsure.has(i) ? '?' : ''}`);
  const rounded: [number, number][] = [];
  for (const { faces, length } of sides.values()) {
    const [a, b] = [faces.at(0) ?? raw.length, faces.at(1) ?? raw.length];
    if (key(a) !== key(b)) continue;
    if (length <= rounding) rounded.push([a, b]);
    else parent[Math.min(root(a), root(b))] = Math.max(root(a), root(b));
  }
  // Faces joined only by a side no longer than rounding may as well touch in a point, so it is undecided whether they are
  // one region.
  const mayBeOne = new Set(rounded.flatMap(([a, b]) => (root(a) === root(b) ? [] : [root(a), root(b)])));
  const outside = root(raw.length);
  const roots = [...new Set(raw.map((_, i) => root(i)))].filter((i) => i !== outside);
  const indexOf = new Map(roots.map((value, i) => [value, i]));
  const membersOf = new Map<number, number[]>(roots.map((value) => [value, []]));
  raw.forEach((_, i) => membersOf.get(root(i))?.push(i));
  const sidesOf = new Map<number, { length: number; other: number; ends: [Position, Position] }[]>(roots.map((value) => [value, []]));
  for (const { faces, length, ends } of sides.values()) {
    const [a, b] = [root(faces.at(0) ?? raw.length), root(faces.at(1) ?? raw.length)];
    if (a === b) continue;
    sidesOf.get(a)?.push({ length, other: b, ends });
    sidesOf.get(b)?.push({ length, other: a, ends });
  }
  const neighboursAcross = (beyond: Iterable<number>): number[] => {
    const found = new Set<number>();
    for (const other of beyond) if (other >= 0) for (const feature of at(claimants, at(roots, other))) found.add(feature);
    return [...found].sort((a, b) => a - b);
  };
  const merged = roots.map((value) => {
    const members = membersOf.get(value) ?? [];
    const borders = new Map<number, number>();
    const corners: Position[] = [];
    let perimeter = 0;
    const inner = members.reduce((best, i) => (at(clearances, i) > at(clearances, best) ? i : best), at(members, 0));
    const { scale, areaShare } = groundAt(units, at(at(points, inner), 1) + originY);
    for (const { other: beyond, length, ends } of sidesOf.get(value) ?? []) {
      const other = indexOf.get(beyond) ?? -1;
      borders.set(other, (borders.get(other) ?? 0) + length);
      const [p, q] = ends;
      corners.push(back(p), back(q));
      perimeter += Math.hypot((at(p, 0) - at(q, 0)) * scale[0], (at(p, 1) - at(q, 1)) * scale[1]);
    }
    const area = members.reduce((sum, i) => sum + faceArea(at(raw, i).rings), 0);
    const measured = { area: area * scale[0] * scale[1] * areaShare, perimeter };
    const onGround = (): Ring[][] => members.map((i) => at(raw, i).rings.map((ring) => ring.map((p) => [at(p, 0) * scale[0], at(p, 1) * scale[1]])));
    let width: number | undefined;
    return {
      get width() {
        return (width ??= largestCircle(onGround(), EXACTNESS));
      },
      isNarrowerThan(limit: number) {
        if ((2 * measured.area) / measured.perimeter >= limit) return false;
        if (Math.PI * (limit / 2) ** 2 > measured.area) return true;
        return isNarrowerRoughly(onGround(), limit) ?? this.width < limit;
      },
      get fill() {
        return measured.area / (this.width * Math.max(this.width, measured.perimeter / 2 - this.width));
      },
      isStripWiderThan(least: number) {
        return isStrip(onGround(), least, this.width);
      },
      claimants: at(claimants, value),
      unsure: unsure.has(value) || mayBeOne.has(value),
      area,
      point: back(at(points, inner)),
      clearance: at(clearances, inner),
      borders,
      corners,
      neighbours: neighboursAcross(borders.keys()),
    };
  });
  let delicate: boolean | undefined;
  return {
    faces: merged, land, duplicateOf, exactDuplicate, doubtful, rounding,
    get isDelicate() {
      return (delicate ??= isDelicate(layer, rounding));
    },
  };
}

/**
 * Whether no circle of a given width fits into a face; null if it is close. What is left after moving the border inwards is much quicker to
 * compute than the circle.
 */
function isNarrowerRoughly(faces: readonly (readonly Ring[])[], width: number): boolean | null {
  const whole = unionOf(faces.map((rings) => [{ kind: PartKind.Polygon, rings }]));
  const fits = (share: number): boolean | null => {
    const core = whole === null ? null : erode(whole, (share * width) / 2);
    return core === null ? null : core.length > 0;
  };
  if (fits(1 + ROUGHNESS) === true) return false;
  return fits(1 - ROUGHNESS) === false ? true : null;
}

/**
 * Metres per unit of x and y, and which share of the product is area: as in the kernel, lengths beside a pole come out too long, but areas do not.
 *
 * @param y the latitude, if units are degrees
 */
export function groundAt(units: CoordinateUnits, y: number): { readonly scale: readonly [number, number]; readonly areaShare: number } {
  if (units.kind !== 'geographic') return { scale: [1, 1], areaShare: 1 };
  const cosine = Math.max(0, Math.cos((y * Math.PI) / 180));
  return { scale: [METRES_PER_DEGREE * Math.max(SMALLEST_COSINE, cosine), METRES_PER_DEGREE], areaShare: Math.min(1, cosine / SMALLEST_COSINE) };
}

/** How widths are tried: each is this many times the one before. */
const NEXT_WIDTH = 1.05;
/** A strip has little border where it is wider than its width, … */
const WIDER_SHARE = 0.2;
/** … and most of it where it is at least half as wide. */
const EVEN_SHARE = 0.8;

/** Whether there is a width that a face has on most of its border: what is narrower or wider is told by how far circles of that width come. */
function isStrip(faces: readonly (readonly Ring[])[], least: number, greatest: number): boolean {
  const whole = unionOf(faces.map((rings) => [{ kind: PartKind.Polygon, rings }]));
  if (whole === null) return false;
  const all = edgeLength(whole);
  const borderAsWideAs = (width: number): number => {
    const core = erode(whole, width / 2);
    const reached = core === null ? null : erode(core, -width / 2);
    return reached === null ? 0 : edgeLength(reached);
  };
  for (let width = least; width < greatest; width *= NEXT_WIDTH) {
    if (borderAsWideAs(width * NEXT_WIDTH) <= WIDER_SHARE * all && borderAsWideAs(width / 2) >= EVEN_SHARE * all) return true;
  }
  return false;
}

const MOST_POSITIONS = 2 ** 26;

/** Numbers positions as they come, with the same number for the same coordinates. */
function numberOfPositions(): (position: Position) => number {
  const ids = new Map<number, Map<number, number>>();
  let count = 0;
  return (position) => {
    const [x, y] = [at(position, 0), at(position, 1)];
    let column = ids.get(x);
    if (column === undefined) ids.set(x, (column = new Map<number, number>()));
    let id = column.get(y);
    if (id === undefined) column.set(y, (id = count++));
    return id;
  };
}

function faceArea(rings: readonly Ring[]): number {
  const [x0, y0] = [at(at(at(rings, 0), 0), 0), at(at(at(rings, 0), 0), 1)];
  return rings.reduce((sum, ring, k) => {
    const twice = edgesOf([ring]).reduce((s, [a, b]) => s + (at(a, 0) - x0) * (at(b, 1) - y0) - (at(b, 0) - x0) * (at(a, 1) - y0), 0);
    return sum + (k === 0 ? 1 : -1) * Math.abs(twice / 2);
  }, 0);
}

/** Whether two faces have corners that only rounding tells apart, so that noding may join what touches there. */
export function touch(face: Face, other: Face, rounding: number): boolean {
  return face.corners.some((p) => other.corners.some((q) => Math.abs(at(p, 0) - at(q, 0)) <= rounding && Math.abs(at(p, 1) - at(q, 1)) <= rounding));
}
