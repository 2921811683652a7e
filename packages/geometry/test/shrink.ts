import type { Ring, Shape } from './layers.ts';

const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];

/** The smallest layer that still fails: removes features, parts, rings and vertices as long as the failure stays. */
export async function shrink(shapes: readonly Shape[], fails: (shapes: Shape[]) => Promise<boolean>, tries = 3000): Promise<Shape[]> {
  let best = [...shapes];
  let left = tries;
  const attempt = async (candidate: Shape[]): Promise<boolean> => {
    if (left-- <= 0 || !(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let again = true; again && left > 0; ) {
    again = false;
    for (const candidate of smaller(best)) {
      if (await attempt(candidate)) {
        again = true;
        break;
      }
      if (left <= 0) break;
    }
  }
  return best;
}

/** Every layer with one thing less or one simpler coordinate, largest steps first. */
function* smaller(shapes: readonly Shape[]): Generator<Shape[]> {
  for (let f = 0; f < shapes.length; f++) yield shapes.toSpliced(f, 1);
  const each = function* (): Generator<[number, number, Shape]> {
    for (const [f, shape] of shapes.entries()) for (let p = 0; p < shape.length; p++) yield [f, p, shape];
  };
  for (const [f, p, shape] of each()) yield shapes.with(f, shape.toSpliced(p, 1));
  for (const [f, p, shape] of each()) {
    const part = shape.at(p);
    if (part === undefined) continue;
    const withRings = (rings: readonly Ring[]) => shapes.with(f, shape.with(p, { kind: part.kind, rings }));
    for (let r = 0; r < part.rings.length; r++) if (part.rings.length > 1) yield withRings(part.rings.toSpliced(r, 1));
    for (const [r, ring] of part.rings.entries()) {
      const isClosed = ring.length > 1 && ring.at(0)?.[0] === ring.at(-1)?.[0] && ring.at(0)?.[1] === ring.at(-1)?.[1];
      const body = isClosed ? ring.slice(0, -1) : ring;
      const made = (vertices: Ring) => withRings(part.rings.with(r, isClosed ? closed(vertices) : vertices));
      for (let v = 0; v < body.length; v++) yield made(body.toSpliced(v, 1));
      for (const [v, position] of body.entries()) {
        if (position.length > 2) yield made(body.with(v, position.slice(0, 2)));
        for (const digits of [0, 1, 2, 3, 5]) {
          const round = position.map((value, k) => (k > 1 || !Number.isFinite(value) ? value : Number(value.toFixed(digits))));
          if (round.some((value, k) => value !== position[k] && Number.isFinite(value))) yield made(body.with(v, round));
        }
      }
    }
  }
}
