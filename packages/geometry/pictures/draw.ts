import { at, polygonParts, signedArea } from '../test/layers.ts';
import type { Position, Ring, Shape } from '../test/layers.ts';
import { FILLS, INK, escapeXml } from './canvas.ts';

const [PANEL, MARGIN, HEAD] = [200, 14, 22];
const LETTERS = 'ABCDEFGHIJKLMNOP';

export interface Picture {
  readonly title: string;
  /** A description of the picture for those who cannot see it. */
  readonly description: string;
  readonly before: readonly Shape[];
  readonly after: readonly Shape[];
  /** Mark every vertex. */
  readonly hasVertices: boolean;
  /** Draw the features slightly apart, so that vertices of neighbours can be told apart. */
  readonly isApart: boolean;
}

/** An SVG of a layer before and after, side by side and at one scale. */
export function drawPicture(picture: Picture): string {
  const { title, description, hasVertices, isApart } = picture;
  const [before, after] = isApart ? [drawnApart(picture.before), drawnApart(picture.after)] : [picture.before, picture.after];
  const positions = [...before, ...after].flatMap((shape) => polygonParts(shape).flatMap((part) => part.rings.flat()));
  const range = (axis: number): [number, number] => [Math.min(...positions.map((p) => at(p, axis))), Math.max(...positions.map((p) => at(p, axis)))];
  const [[left, right], [low, high]] = [range(0), range(1)];
  const scale = (PANEL - 2 * MARGIN) / Math.max(right - left, high - low);
  const height = Math.ceil((high - low) * scale + 2 * MARGIN + HEAD);
  const place = (offset: number) => (p: Position): [number, number] => [round(offset + MARGIN + (at(p, 0) - left) * scale), round(HEAD + MARGIN + (high - at(p, 1)) * scale)];
  const width = 2 * PANEL + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc" font-family="sans-serif" font-size="13">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="desc">${escapeXml(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${MARGIN}" y="16" fill="${INK}">before</text>`,
    `<text x="${PANEL + 2 * MARGIN}" y="16" fill="${INK}">after</text>`,
    `<path d="M${PANEL + MARGIN / 2} ${HEAD}V${height - 6}" stroke="#999999" stroke-dasharray="3 3"/>`,
    ...drawLayer(before, place(0), hasVertices, true),
    ...drawLayer(after, place(PANEL + MARGIN), hasVertices, false),
    '</svg>',
    '',
  ].join('\n');
}

/** Moves every feature away from the middle of the first by a tenth of the distance. */
function drawnApart(shapes: readonly Shape[]): Shape[] {
  const middleOf = (shape: Shape, axis: number): number => {
    const values = shape.flatMap((part) => part.rings.flatMap((ring) => ring.map((p) => at(p, axis))));
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const first = at(shapes, 0);
  return shapes.map((shape) => {
    const [dx, dy] = [0, 1].map((axis) => (middleOf(shape, axis) - middleOf(first, axis)) / 10);
    return shape.map((part) => ({ kind: part.kind, rings: part.rings.map((ring) => ring.map((p) => [at(p, 0) + dx, at(p, 1) + dy])) }));
  });
}

/** @param isAsWritten holes may lie anywhere: they are white with a dashed outline. */
function drawLayer(shapes: readonly Shape[], place: (p: Position) => [number, number], hasVertices: boolean, isAsWritten: boolean): string[] {
  const style = (i: number): string => `fill="${at(FILLS, i % FILLS.length)}" fill-opacity=".6" stroke="${INK}" stroke-width="1.5" stroke-linejoin="round"`;
  const paths = shapes.flatMap((shape, i) => {
    const parts = polygonParts(shape);
    if (!isAsWritten) return parts.map(({ rings }) => `<path d="${rings.map((ring) => pathOf(ring, place)).join('')}" fill-rule="evenodd" ${style(i)}/>`);
    const shells = parts.map(({ rings }) => `<path d="${pathOf(at(rings, 0), place)}" fill-rule="evenodd" ${style(i)}/>`);
    const holes = parts.flatMap(({ rings }) => rings.slice(1).map((ring) => `<path d="${pathOf(ring, place)}" fill="#ffffff" stroke="${INK}" stroke-width="1.5" stroke-dasharray="5 3"/>`));
    return [...shells, ...holes];
  });
  const dots = !hasVertices ? [] : [...new Set(shapes.flatMap((shape) => polygonParts(shape).flatMap((part) => part.rings.flatMap((ring) => ring.map((p) => place(p).join(' '))))))];
  const marks = dots.map((dot) => {
    const [x = '', y = ''] = dot.split(' ');
    return `<circle cx="${x}" cy="${y}" r="2.6" fill="${INK}"/>`;
  });
  const letters = new Map<string, string>();
  shapes.forEach((shape, i) => {
    const point = labelPoint(shape);
    if (point === null) return;
    const [x, y] = place(point);
    const spot = `x="${x}" y="${round(y + 4.5)}"`;
    letters.set(spot, [letters.get(spot) ?? '', LETTERS[i] ?? ''].join(' ').trim());
  });
  const labels = [...letters].map(([spot, text]) => `<text ${spot} text-anchor="middle" font-weight="bold" fill="${INK}" stroke="#ffffff" stroke-width="3" paint-order="stroke">${text}</text>`);
  return [...paths, ...marks, ...labels];
}

function pathOf(ring: Ring, place: (p: Position) => [number, number]): string {
  return `M${ring.slice(0, -1).map((p) => place(p).join(' ')).join('L')}Z`;
}

/** The point furthest inside the largest part, from a grid of candidates. */
function labelPoint(shape: Shape): Position | null {
  const largest = polygonParts(shape).toSorted((p, q) => Math.abs(signedArea(at(q.rings, 0))) - Math.abs(signedArea(at(p.rings, 0)))).at(0);
  if (largest === undefined) return null;
  const shell = at(largest.rings, 0);
  const range = (axis: number): [number, number] => [Math.min(...shell.map((p) => at(p, axis))), Math.max(...shell.map((p) => at(p, axis)))];
  const [[left, right], [low, high]] = [range(0), range(1)];
  let best: Position | null = null;
  let most = 0;
  const steps = 40;
  for (let i = 1; i < steps; i++) {
    for (let j = 1; j < steps; j++) {
      const point = [left + ((right - left) * i) / steps, low + ((high - low) * j) / steps];
      const isInside = largest.rings.reduce((inside, ring) => inside !== isWithin(point, ring), false);
      const room = isInside ? Math.min(...largest.rings.map((ring) => distanceTo(point, ring))) : 0;
      if (room > most * (1 + 1e-6)) [best, most] = [point, room];
    }
  }
  return best;
}

function isWithin(point: Position, ring: Ring): boolean {
  const [px, py] = [at(point, 0), at(point, 1)];
  return ring.slice(1).reduce((inside, b, i) => {
    const a = at(ring, i);
    const [ax, ay, bx, by] = [at(a, 0), at(a, 1), at(b, 0), at(b, 1)];
    return ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax) ? !inside : inside;
  }, false);
}

function distanceTo(point: Position, ring: Ring): number {
  const [px, py] = [at(point, 0), at(point, 1)];
  return Math.min(...ring.slice(1).map((b, i) => {
    const a = at(ring, i);
    const [dx, dy] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1)];
    const squared = dx * dx + dy * dy;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((px - at(a, 0)) * dx + (py - at(a, 1)) * dy) / squared));
    return Math.hypot(px - at(a, 0) - share * dx, py - at(a, 1) - share * dy);
  }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
