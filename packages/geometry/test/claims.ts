import { firstFrom } from './delicate.ts';
import { at, polygonParts } from './layers.ts';
import type { Part, Position, Ring, Shape } from './layers.ts';
import { cleanRing, extentOf, windingNumber } from './rings.ts';

/** Indices of faces. */
type Faces = ReadonlySet<number>;

export interface Claim {
  readonly claimed: Faces;
  readonly unsure: Faces;
}

/** A point of each face, by ascending x. */
export interface FacePoints {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly faces: readonly number[];
}

export function sortedPoints(points: readonly Position[]): FacePoints {
  const faces = [...points.keys()].sort((a, b) => at(at(points, a), 0) - at(at(points, b), 0));
  return { x: Float64Array.from(faces, (face) => at(at(points, face), 0)), y: Float64Array.from(faces, (face) => at(at(points, face), 1)), faces };
}

/** The points that one feature claims, by the rules on windings, holes and parts. */
export function claimOf(shape: Shape, points: FacePoints, significant: readonly boolean[]): Claim {
  const inside = (ring: Ring): Set<number> => {
    const [left, low, right, high] = extentOf([ring]);
    const found = new Set<number>();
    for (let i = firstFrom(points.x, left); i < points.x.length && at(points.x, i) <= right; i++) {
      const y = at(points.y, i);
      if (y >= low && y <= high && windingNumber(ring, [at(points.x, i), y]) !== 0) found.add(at(points.faces, i));
    }
    return found;
  };
  const some = (faces: Faces, test: (face: number) => boolean): boolean => {
    for (const face of faces) if (at(significant, face) && test(face)) return true;
    return false;
  };
  const meets = (a: Faces, b: Faces): boolean => some(a, (face) => b.has(face));
  const reachesOutOf = (a: Faces, b: Faces): boolean => some(a, (face) => !b.has(face));
  const equals = (a: Faces, b: Faces): boolean => !reachesOutOf(a, b) && !reachesOutOf(b, a);
  const parts = polygonParts(shape).map((part: Part) => {
    const rings = part.rings.map((ring) => inside(cleanRing(ring)));
    return { shell: rings.at(0) ?? new Set<number>(), holes: rings.slice(1) };
  });
  const unsure = new Set<number>();
  const claimed = new Set<number>();
  /**
   * Where it cannot be decided what a stray hole is: islands in parts with rings in any order, and rings that may be a shell or
   * a hole.
   */
  const undecided = new Set<number>();
  const addTo = (sum: Set<number>, faces: Faces): void => faces.forEach((face) => sum.add(face));
  const outsiders: { hole: Faces; home: number }[] = [];
  const regions = parts.map(({ shell: first, holes: others }, home) => {
    const { shell, holes, nested, isUnsure } = inOrder(first, others);
    if (isUnsure) for (const faces of [first, ...others]) [unsure, undecided].forEach((sum) => addTo(sum, faces));
    if (nested !== null) {
      addTo(claimed, nested);
      addTo(undecided, nested);
    }
    const region = new Set(shell);
    for (const hole of holes) {
      if (equals(hole, shell)) {
        // If they differ only by rounding, it cannot be decided whether it is a hole or a
        // duplicate.
        if (hole.size !== shell.size || [...hole].some((face) => !shell.has(face))) addTo(unsure, shell);
        continue;
      }
      if (meets(hole, shell)) hole.forEach((face) => region.delete(face));
      // Whether it crosses its shell depends on land narrower than rounding.
      else if ([...hole].some((face) => shell.has(face))) addTo(unsure, hole);
      else if (some(shell, () => true)) outsiders.push({ hole, home });
      else addTo(unsure, hole);
    }
    return region;
  });

  /**
   * The rings of a part in which a hole contains the shell: that hole is the shell, and inside it land and holes alternate
   * with each ring inward. `nested`: the land on islands.
   */
  function inOrder(first: Faces, others: Faces[]): { shell: Faces; holes: Faces[]; nested: Set<number> | null; isUnsure: boolean } {
    const contains = (a: Faces, b: Faces): boolean => !reachesOutOf(b, a) && reachesOutOf(a, b);
    const around = others.filter((hole) => some(first, () => true) && contains(hole, first));
    const outermost = around.filter((hole) => !around.some((other) => contains(other, hole)));
    const shell = outermost.at(0);
    if (shell === undefined) return { shell: first, holes: others, nested: null, isUnsure: false };
    const distinct: Faces[] = [];
    for (const ring of [first, ...others]) if (!distinct.some((other) => equals(other, ring))) distinct.push(ring);
    const within = distinct.filter((ring) => contains(shell, ring));
    // Whether the shell reaches out of what is around it, or other rings cross, may depend on land narrower than
    // rounding.
    const isUnsure = [...first].some((face) => !shell.has(face)) || distinct.some((a) => distinct.some((b) => a !== b && meets(a, b) && !contains(a, b) && !contains(b, a)));
    const depthOf = (face: number): number => within.filter((ring) => ring.has(face)).length;
    const nested = new Set([...shell].filter((face) => depthOf(face) > 0 && depthOf(face) % 2 === 0));
    return { shell, holes: distinct.filter((ring) => ring !== shell), nested, isUnsure };
  }

  const before = outsiders.length === 0 ? [] : regions.map((region) => new Set(region));
  for (const { hole, home } of outsiders) {
    // The rules do not cover a stray hole inside another stray hole, or one that would use up the part that it lies in.
    for (const other of outsiders) if (other.hole !== hole) hole.forEach((face) => other.hole.has(face) && unsure.add(face));
    if (before.some((region, part) => part !== home && equals(hole, region))) {
      addTo(unsure, hole);
      continue;
    }
    // Undecided: whether an island of a part with rings in any order is a part of its own, and whether the stray hole lies in land
    // at all.
    if (meets(hole, undecided)) {
      addTo(unsure, hole);
      continue;
    }
    const touched = before.flatMap((region, part) => (part !== home && meets(hole, region) ? [part] : []));
    const only = touched.at(0);
    if (only === undefined) addTo(claimed, hole);
    else if (touched.length > 1 || reachesOutOf(hole, at(before, only))) addTo(unsure, hole);
    else hole.forEach((face) => at(regions, only).delete(face));
  }
  for (const region of regions) addTo(claimed, region);
  return { claimed, unsure };
}
