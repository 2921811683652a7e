import { stepsOfPixel } from './mercator.ts';
import type { OpenLevel } from './open.ts';
import type { Picture } from './picture.ts';
import { columnOf, reachOf, rowOf } from './placement.ts';
import type { Placement } from './placement.ts';
import { BLOCK_SIDE } from './store.ts';

/** How far, in pixels, cells may be off the pixel grid and still count as aligned. */
const ALIGNED = 0.01;

/** A square of an overview, by its upper left corner and its side in steps, with its coverage by fill, from 0 to 1, and by stroke, possibly more in a dense picture. */
interface Cell {
  x: number;
  y: number;
  readonly side: number;
  fill: number;
  stroke: number;
}

/** Adds the cells of an overview to a picture whose shapes are already drawn. */
export function drawCells(level: OpenLevel, zoom: number, placement: Placement, picture: Picture): void {
  const side = stepsOfPixel(zoom);
  const [west, south, east, north] = reachOf(placement, picture);
  const { cellBlocks } = level;
  const add = isAligned(placement, side) ? addAligned : addSpread;
  // One object for all cells, of which a picture has many thousands.
  const cell: Cell = { x: 0, y: 0, side, fill: 0, stroke: 0 };
  for (let block = 0; block + 5 < cellBlocks.length; block += 3) {
    const column = (cellBlocks[block] ?? 0) * BLOCK_SIDE;
    const row = (cellBlocks[block + 1] ?? 0) * BLOCK_SIDE;
    if (column * side > east || (column + BLOCK_SIDE) * side < west || -row * side < south || -(row + BLOCK_SIDE) * side > north) continue;
    const cells = level.readCells(cellBlocks[block + 2] ?? 0, cellBlocks[block + 5] ?? 0);
    for (let at = 0; at < cells.length; at += 4) {
      cell.x = (column + (cells[at] ?? 0)) * side;
      cell.y = -(row + (cells[at + 1] ?? 0)) * side;
      cell.fill = (cells[at + 2] ?? 0) / 255;
      cell.stroke = ((cells[at + 3] ?? 0) / 255) * placement.density;
      add(cell, placement, picture);
    }
  }
}

function isAligned(placement: Placement, side: number): boolean {
  const { scaleX, scaleY, originX, originY, geographic } = placement;
  if (geographic || Math.abs(scaleX * side - 1) > 1e-6 || Math.abs(scaleY * side - 1) > 1e-6) return false;
  const column = originX * scaleX;
  const row = originY * scaleY;
  return Math.abs(column - Math.round(column)) < ALIGNED && Math.abs(row - Math.round(row)) < ALIGNED;
}

/** A cell that coincides with a pixel. */
function addAligned({ x, y, fill, stroke }: Cell, placement: Placement, picture: Picture): void {
  const column = Math.round(columnOf(x, placement));
  const row = Math.round(rowOf(y, placement));
  if (column < 0 || row < 0 || column >= picture.width || row >= picture.height) return;
  addTo(picture, row * picture.width + column, fill, stroke);
}

/** A cell that covers several pixels, or part of one. */
function addSpread({ x, y, side, fill, stroke }: Cell, placement: Placement, picture: Picture): void {
  const left = columnOf(x, placement);
  const right = columnOf(x + side, placement);
  const top = rowOf(y, placement);
  const bottom = rowOf(y - side, placement);
  // A stroke stays one pixel wide however small its cell is drawn.
  const strokeGain = 1 / Math.min(1, Math.max(right - left, bottom - top));
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(picture.height, bottom); row++) {
    const high = Math.min(row + 1, bottom) - Math.max(row, top);
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(picture.width, right); column++) {
      const share = high * (Math.min(column + 1, right) - Math.max(column, left));
      addTo(picture, row * picture.width + column, fill * share, stroke * share * strokeGain);
    }
  }
}

function addTo({ fill, stroke }: Picture, at: number, moreFill: number, moreStroke: number): void {
  fill[at] = Math.min(1, (fill[at] ?? 0) + moreFill);
  stroke[at] = Math.min(1, (stroke[at] ?? 0) + moreStroke);
}
