import { EMPTY_EXTENT, extentOf, unitedExtent, type Extent } from '@geoinsights/formats';
import { GeosScope, polygonsOf, type Rings } from '../geos.ts';
import { unitedInTiles } from './tiles.ts';

/** This many vertices are united at once: GEOS takes some hundred bytes for each while it does. */
const VERTICES_AT_ONCE = 1 << 17;
/** Crossing strips have far fewer vertices than their union, so a tile gets this many times fewer. */
const TANGLED_PER_TILE = 64;
/** If polygons cover a point more often than this, on average, their union is simple, and tiles would only cut each of them into many pieces. */
const MOST_COVER = 2;
/** This many vertices may be held before polygons are united for the first time. */
const FEWEST_HELD = 1 << 21;

/** The union of polygons that arrive one after another. It never holds more than a few times the vertices of the union. */
export class DissolvedPolygons {
  #held: Rings[] = [];
  #vertices = 0;
  #mostHeld: number;
  readonly #atOnce: number;

  constructor({ fewestHeld, atOnce }: { readonly fewestHeld: number; readonly atOnce: number } = { fewestHeld: FEWEST_HELD, atOnce: VERTICES_AT_ONCE }) {
    this.#mostHeld = fewestHeld;
    this.#atOnce = atOnce;
  }

  /** @throws GeosError */
  add(polygons: readonly Rings[]): void {
    for (const polygon of polygons) {
      this.#held.push(polygon);
      this.#vertices += verticesOf(polygon);
    }
    if (this.#vertices <= this.#mostHeld) return;
    this.#held = united(this.#held.map(withExtent), this.#atOnce).map(({ rings }) => rings);
    this.#vertices = this.#held.reduce((sum, polygon) => sum + verticesOf(polygon), 0);
    this.#mostHeld = Math.max(this.#mostHeld, 2 * this.#vertices);
  }

  /** @returns polygons that have no land in common and no border. @throws GeosError */
  all(): Rings[] {
    return united(this.#held.map(withExtent), this.#atOnce).map(({ rings }) => rings);
  }
}

interface Polygon {
  readonly rings: Rings;
  readonly extent: Extent;
  readonly vertices: number;
}

/**
 * Neighbours first, then only those polygons of two halves that may touch the other half, so that GEOS has little to arrange at once. If halves are not
 * separate, as in a grid of long strips, this would arrange everything again and again, so tiles are used instead.
 */
function united(polygons: readonly Polygon[], atOnce: number): readonly Polygon[] {
  if (polygons.length < 2) return polygons;
  const vertices = verticesOfAll(polygons);
  if (vertices > atOnce / TANGLED_PER_TILE && isTangled(polygons)) {
    const tiled = unitedInTiles(polygons.map(({ rings }) => rings), Math.ceil(Math.sqrt((TANGLED_PER_TILE * vertices) / atOnce)));
    if (tiled !== null) return tiled.map(withExtent);
  }
  if (vertices <= atOnce) return unitedAtOnce(polygons);
  const halves = halvesOf(polygons).map((half) => united(half, atOnce));
  const extents = halves.map(commonExtent);
  const [apart, atSeam]: [Polygon[], Polygon[]] = [[], []];
  for (const [index, half] of halves.entries()) for (const polygon of half) (meet(polygon.extent, extents[1 - index]) ? atSeam : apart).push(polygon);
  return [...apart, ...unitedAtOnce(atSeam)];
}

/** Whether most polygons of either half may touch the other half although they cover little land, which means that they are long. */
function isTangled(polygons: readonly Polygon[]): boolean {
  const halves = halvesOf(polygons);
  const extents = halves.map(commonExtent);
  const atSeam = halves.map((half, index) => verticesOfAll(half.filter(({ extent }) => meet(extent, extents[1 - index]))));
  if (atSeam.some((vertices, index) => 2 * vertices < verticesOfAll(halves[index]))) return false;
  const { minX, minY, maxX, maxY } = commonExtent(polygons);
  return polygons.reduce((sum, { rings }) => sum + areaOf(rings[0]), 0) < MOST_COVER * (maxX - minX) * (maxY - minY);
}

function areaOf(ring: Float64Array): number {
  let twice = 0;
  for (let at = 2; at + 3 < ring.length; at += 2) twice += (ring[at] - ring[0]) * (ring[at + 3] - ring[1]) - (ring[at + 2] - ring[0]) * (ring[at + 1] - ring[1]);
  return Math.abs(twice) / 2;
}

function unitedAtOnce(polygons: readonly Polygon[]): readonly Polygon[] {
  if (polygons.length < 2) return polygons;
  return GeosScope.with((scope) => polygonsOf(scope.unionOfClusters(polygons.map(({ rings }) => scope.polygon(rings))))).map(withExtent);
}

/** West and east, or south and north: across the longer side of their common extent. */
function halvesOf(polygons: readonly Polygon[]): [readonly Polygon[], readonly Polygon[]] {
  const { minX, minY, maxX, maxY } = commonExtent(polygons);
  const middleOf = maxX - minX > maxY - minY ? ({ extent }: Polygon) => extent.minX + extent.maxX : ({ extent }: Polygon) => extent.minY + extent.maxY;
  const inOrder = polygons.toSorted((one, other) => middleOf(one) - middleOf(other));
  const half = Math.floor(inOrder.length / 2);
  return [inOrder.slice(0, half), inOrder.slice(half)];
}

function commonExtent(polygons: readonly Polygon[]): Extent {
  return polygons.map(({ extent }) => extent).reduce(unitedExtent, EMPTY_EXTENT);
}

function meet(one: Extent, other: Extent): boolean {
  return one.minX <= other.maxX && one.maxX >= other.minX && one.minY <= other.maxY && one.maxY >= other.minY;
}

function withExtent(rings: Rings): Polygon {
  return { rings, extent: extentOf(rings[0]), vertices: verticesOf(rings) };
}

function verticesOfAll(polygons: readonly Polygon[]): number {
  return polygons.reduce((sum, { vertices }) => sum + vertices, 0);
}

function verticesOf(rings: Rings): number {
  return rings.reduce((sum, { length }) => sum + length / 2, 0);
}
