import { addTo } from '../arrays/multimap.ts';
import { vertexBetween } from '../edges/half-edges.ts';
import type { BorderSample } from './border-sample.ts';
import type { OpenBorder, OpenBorders } from './open-borders.ts';

/** A strip counts as still growing as long as its width is at least this share of its width before. */
export const GROWING = 0.8;
/** The maximum number of places examined beyond the end of a run. */
const MOST_BEYOND = 256;
/** If more borders than this meet at a vertex, none of them counts as the continuation of another. */
const MOST_AT_VERTEX = 16;

/** A place on a border, and the direction in which the border is followed from there. */
interface Step {
  readonly border: OpenBorder;
  readonly place: number;
  readonly direction: 1 | -1;
}

/** Follows strips past the end of a border, and past its corners. */
export class BorderWalks {
  private readonly open: OpenBorders;
  private readonly sample: BorderSample;
  /** For each vertex, the steps that lead away from it. Most layers have no strip for which it is needed. */
  private leaving: ReadonlyMap<number, readonly Step[]> | null = null;

  constructor(open: OpenBorders, sample: BorderSample) {
    this.open = open;
    this.sample = sample;
  }

  /** The places of a border from a given one on, and those of the borders of other features that continue it and face the same feature. */
  *facingTheSame(border: OpenBorder, place: number, direction: 1 | -1): Generator<number> {
    const { endingAt, facing } = this.open;
    let at: Step = { border, place, direction };
    for (let passed = 0; passed < MOST_BEYOND; passed++) {
      yield at.place;
      const next = onSame(at);
      if (next !== null) {
        at = next;
        continue;
      }
      const vertex = at.border.ends?.[at.direction === 1 ? 1 : 0] ?? -1;
      const beside = endingAt.get(vertex) ?? [];
      const found = beside.length > MOST_AT_VERTEX ? [] : beside.flatMap((other) => stepsFromEnds(other, vertex)).filter((step) => step.border !== at.border && facing[step.place] === facing[at.place]);
      if (found.length !== 1) return;
      at = found[0];
    }
  }

  /**
   * The places along a strip from a given one on. Where the strip would end at a corner, it goes on along the border of another feature that has the
   * same corner, if there is one beside which it is nearly as wide.
   */
  *alongStrip(border: OpenBorder, place: number, direction: 1 | -1): Generator<number> {
    let at: Step = { border, place, direction };
    for (let passed = 0; passed < MOST_BEYOND; passed++) {
      yield at.place;
      const next = onSame(at);
      const vertex = this.vertexBetween(at, next);
      if (vertex >= 0 && (next === null || !this.isAsWide(next.place, at.place))) {
        const beside = this.stepsFrom(vertex);
        const found = beside.length > MOST_AT_VERTEX ? [] : beside.filter((step) => step.border !== at.border && this.isAsWide(step.place, at.place));
        if (found.length === 1) {
          at = found[0];
          continue;
        }
      }
      if (next === null) return;
      at = next;
    }
  }

  private isAsWide(place: number, before: number): boolean {
    const { facing, widths } = this.open;
    return facing[place] >= 0 && widths[place] >= GROWING * widths[before];
  }

  /** The vertex that is passed from one place to the next; -1 if they are on the same edge. */
  private vertexBetween({ border, place, direction }: Step, next: Step | null): number {
    if (next === null) return border.ends?.[direction === 1 ? 1 : 0] ?? -1;
    const { edges: edgeOf } = this.open;
    const [edge, other] = [edgeOf[place], edgeOf[next.place]];
    return edge === other ? -1 : vertexBetween(this.sample.edges, edge, other);
  }

  private stepsFrom(vertex: number): readonly Step[] {
    this.leaving ??= this.allSteps();
    return this.leaving.get(vertex) ?? [];
  }

  private allSteps(): ReadonlyMap<number, readonly Step[]> {
    const leaving = new Map<number, Step[]>();
    for (const border of this.open.borders) {
      const { first, end, ends } = border;
      for (const vertex of new Set(ends)) for (const step of stepsFromEnds(border, vertex)) addTo(leaving, vertex, step);
      for (let place = first; place < end; place++) {
        const at: Step = { border, place, direction: 1 };
        const next = onSame(at);
        const vertex = next === null ? -1 : this.vertexBetween(at, next);
        if (next === null || vertex < 0) continue;
        addTo(leaving, vertex, next);
        addTo(leaving, vertex, { ...at, direction: -1 });
      }
    }
    return leaving;
  }
}

/** The next place on the same border; null at its end. A border around a ring has none. */
function onSame({ border, place, direction }: Step): Step | null {
  const { first, end, ends } = border;
  const next = place + direction;
  if (next >= first && next < end) return { border, place: next, direction };
  return ends === null ? { border, place: next < first ? end - 1 : first, direction } : null;
}

function stepsFromEnds(border: OpenBorder, vertex: number): Step[] {
  const { first, end, ends } = border;
  return [...(ends?.[0] === vertex ? [{ border, place: first, direction: 1 } as const] : []), ...(ends?.[1] === vertex ? [{ border, place: end - 1, direction: -1 } as const] : [])];
}
