import type { ChangedFeature, LandGeometry, ReportedFinding } from '@geoinsights/contract';

/** Vertices kept for a map before it is simplified: a page shows fewer. */
const MOST_VERTICES = 400_000;

export interface Shape {
  readonly kind: 'before' | 'after' | 'land' | 'line';
  readonly label: string;
  /** Of the feature, from one on; 0 for findings. */
  readonly position: number;
  /** The row of a finding in the table of findings; 0 for features. */
  readonly row: number;
  /** Whether they are lines, which enclose nothing. */
  readonly isOpen: boolean;
  /** Rings of land, or lines: x0, y0, x1, y1 … in layer coordinates. */
  readonly rings: readonly Float64Array[];
}

interface MarkedPlace {
  readonly row: number;
  readonly x: number;
  readonly y: number;
}

/** What to draw of a layer, in its own coordinates. */
export class MapShapes {
  readonly isGeographic: boolean;
  /** Metres per unit of planar coordinates; null if unknown. */
  readonly metresPerUnit: number | null;
  readonly shapes: Shape[] = [];
  /** Findings with a position but no extent. */
  readonly places: MarkedPlace[] = [];
  /** Changed features left out because there is more than a page can show. */
  leftOut = 0;
  #vertices = 0;

  constructor(isGeographic: boolean, metresPerUnit: number | null) {
    this.isGeographic = isGeographic;
    this.metresPerUnit = metresPerUnit;
  }

  addChanged({ before, after, label, position }: ChangedFeature): void {
    const named = { label, position, row: 0 };
    const shapes = [this.#shape('before', named, before), this.#shape('after', named, after)];
    const vertices = verticesOf(shapes);
    if (this.#vertices + vertices > MOST_VERTICES) {
      this.leftOut++;
      return;
    }
    this.#vertices += vertices;
    for (const shape of shapes) if (shape.rings.length > 0) this.shapes.push(shape);
  }

  /** @param row of the finding in the table of findings, from one on */
  addFinding({ geometry, at, label }: ReportedFinding, row: number): void {
    const shape = this.#shape(geometry?.type.endsWith('Polygon') === true ? 'land' : 'line', { label, position: 0, row }, geometry ?? null);
    const vertices = verticesOf([shape]);
    if (vertices > 0 && this.#vertices + vertices <= 2 * MOST_VERTICES) {
      this.#vertices += vertices;
      this.shapes.push(shape);
    } else if (at !== null) this.places.push({ row, x: at[0], y: at[1] });
  }

  #shape(kind: Shape['kind'], named: Pick<Shape, 'label' | 'position' | 'row'>, geometry: LandGeometry | null): Shape {
    return { kind, ...named, isOpen: geometry?.type.endsWith('LineString') === true, rings: geometry === null ? [] : ringsOf(geometry).map(flat) };
  }
}

export function verticesOf(shapes: readonly Pick<Shape, 'rings'>[]): number {
  return shapes.reduce((sum, { rings }) => sum + rings.reduce((all, ring) => all + ring.length / 2, 0), 0);
}

function ringsOf(geometry: LandGeometry): readonly (readonly (readonly number[])[])[] {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
}

function flat(ring: readonly (readonly number[])[]): Float64Array {
  const xy = new Float64Array(2 * ring.length);
  let end = 0;
  for (const [x, y] of ring) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    xy[end++] = x;
    xy[end++] = y;
  }
  return xy.subarray(0, end);
}
