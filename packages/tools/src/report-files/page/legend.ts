import type { MapWords } from './blocks.ts';
import type { MapDrawing } from './map-drawing.ts';

export interface LegendItem {
  readonly kind: 'before' | 'after' | 'land' | 'place' | 'row';
  readonly text: string;
  /** The left edge of the sign, and the baseline of the text, below the top of the legend. */
  readonly x: number;
  readonly y: number;
}

export interface Legend {
  readonly height: number;
  readonly items: readonly LegendItem[];
  readonly barX: number;
  readonly barY: number;
  readonly barText: string;
}

const LEFT = 10;
const LINE = 15;
const COLUMN = 84;

/** What the map shows, in one line below it, and the scale in the next. */
export function legendOf({ paths, marks, rows, scaleBar }: MapDrawing, words: MapWords): Legend {
  const kinds = new Set(paths.map(({ kind }) => kind));
  const wanted = [
    { kind: 'before', text: words.before, isThere: kinds.has('before') },
    { kind: 'after', text: words.after, isThere: kinds.has('after') },
    { kind: 'land', text: words.land, isThere: kinds.has('land') },
    { kind: 'place', text: words.place, isThere: marks.length > 0 },
    { kind: 'row', text: words.row, isThere: rows.length > 0 },
  ] as const;
  const items = wanted.filter(({ isThere }) => isThere).map(({ kind, text }, index) => ({ kind, text, x: LEFT + index * COLUMN, y: LINE }));
  const metres = scaleBar?.metres ?? 0;
  return { height: 2 * LINE + 8, items, barX: LEFT, barY: 2 * LINE, barText: metres >= 1000 ? `${String(metres / 1000)} km` : `${String(Number(metres.toPrecision(3)))} m` };
}
