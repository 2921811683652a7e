import type { Position, Ring, Shape } from '../layers.ts';
import { polygon } from '../layers.ts';

/** The tokens of well-known text: a word, a bracket, a comma or a number. */
const TOKEN = /[A-Za-z_]+|[(),]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/giy;
const SPACE = /\s*/y;
/** Everything except polygons is skipped, including curved borders. */
const COLLECTIONS = new Set(['MULTIPOLYGON', 'GEOMETRYCOLLECTION']);
const OTHERS = new Set(['POINT', 'MULTIPOINT', 'LINESTRING', 'MULTILINESTRING', 'LINEARRING']);

/**
 * The polygons of each member of a geometry in well-known text: one shape for a polygon or multipolygon, one for each member of a
 * collection. Null for any other text.
 */
export function shapesOfText(text: string): Shape[] | null {
  const tokens = tokensOf(text.replace(/^\s*SRID=\d+;/i, ''));
  if (tokens === null) return null;
  let next = 0;
  const peek = (): string => tokens[next] ?? '';
  const take = (): string => tokens[next++] ?? '';
  const shapes = geometry();
  return shapes !== null && next === tokens.length ? shapes : null;

  function geometry(): Shape[] | null {
    const type = take().toUpperCase().replace(/(?<=[GNTRY])(?:ZM|Z|M)$/, '');
    while (['Z', 'M', 'ZM'].includes(peek().toUpperCase())) next++;
    if (type !== 'POLYGON' && !COLLECTIONS.has(type) && !OTHERS.has(type)) return null;
    if (peek().toUpperCase() === 'EMPTY') {
      next++;
      return OTHERS.has(type) ? [] : [[]];
    }
    if (OTHERS.has(type)) return skip() ? [] : null;
    if (type === 'POLYGON') {
      const rings = list(ring);
      return rings === null ? null : [polygon(...rings)];
    }
    if (type === 'MULTIPOLYGON') {
      const parts = list(() => (peek().toUpperCase() === 'EMPTY' ? (next++, []) : list(ring)));
      return parts === null ? null : [parts.flatMap((rings) => (rings.length === 0 ? [] : polygon(...rings)))];
    }
    return list(geometry)?.flat() ?? null;
  }

  function list<Item>(item: () => Item | null): Item[] | null {
    if (take() !== '(') return null;
    const items: Item[] = [];
    for (;;) {
      const one = item();
      if (one === null) return null;
      items.push(one);
      const after = take();
      if (after === ')') return items;
      if (after !== ',') return null;
    }
  }

  function ring(): Ring | null {
    if (peek().toUpperCase() === 'EMPTY') {
      next++;
      return [];
    }
    return list(position);
  }

  /** X and Y, and the third ordinate if there is one. */
  function position(): Position | null {
    const numbers: number[] = [];
    while (!['(', ')', ',', ''].includes(peek())) numbers.push(numberOf(take()));
    return numbers.length < 2 ? null : numbers.slice(0, 3);
  }

  /** Skips everything up to the bracket that closes the next one. */
  function skip(): boolean {
    let deep = 0;
    do {
      const token = take();
      if (token === '') return false;
      deep += token === '(' ? 1 : token === ')' ? -1 : 0;
    } while (deep > 0);
    return true;
  }
}

function numberOf(token: string): number {
  return /^[-+]?inf/i.test(token) ? Infinity : Number(token);
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  for (let place = 0; ; ) {
    SPACE.lastIndex = place;
    SPACE.exec(text);
    place = SPACE.lastIndex;
    if (place >= text.length) return tokens;
    TOKEN.lastIndex = place;
    const found = TOKEN.exec(text);
    if (found === null) return null;
    tokens.push(found[0]);
    place = TOKEN.lastIndex;
  }
}
