import type { MapWords } from '../blocks.ts';
import { legendOf, type LegendItem } from '../legend.ts';
import type { DrawnPath, MapDrawing } from '../map-drawing.ts';
import { INK, LEFT, WIDTH, type Sheet, type TextStyle } from './sheet.ts';

const COLORS = { after: { fill: '#e6ecf2', stroke: '#24384e' }, before: '#6b4a8a', land: '#b34700' } as const;
const HATCH = 3.5;
const TEXT = { size: 7 } as const;
const ROW = { size: 7, face: 'bold', color: '#8f3600' } as const;

/** The map with its title and legend, on one page. */
export function drawMapOnSheet(sheet: Sheet, drawing: MapDrawing, words: MapWords): void {
  const legend = legendOf(drawing, words);
  // The page is as wide as the map, except for a fraction of a point.
  const height = drawing.height + legend.height;
  sheet.need(height + 24);
  sheet.flow('P', words.title, { face: 'bold', size: 10.5 }, { before: 4, after: 4 });
  const { document, y: top } = sheet;
  sheet.element(
    'Figure',
    () => {
      document.save();
      document.rect(LEFT, top, WIDTH, height).clip();
      document.translate(LEFT, top);
      drawPaths(document, drawing.paths);
      document.lineWidth(1).strokeColor(COLORS.land);
      for (const { x, y } of drawing.marks) document.circle(x, y, 5).stroke();
      for (const { text, x, y } of drawing.labels) drawName(sheet, text, x, y, TEXT);
      for (const { text, x, y } of drawing.rows) drawName(sheet, text, x, y, ROW);
      const [right, north] = [drawing.width - 18, drawing.height + 8];
      document.moveTo(right - 4, north + 12).lineTo(right, north).lineTo(right + 4, north + 12).lineTo(right, north + 9).closePath().fillColor(INK).fill();
      sheet.line(words.north, right - sheet.widthOf(words.north, TEXT) / 2, north + 14, TEXT);
      for (const item of legend.items) drawLegend(sheet, item, drawing.height);
      if (drawing.scaleBar !== null) {
        const [x, y] = [legend.barX, drawing.height + legend.barY];
        document.moveTo(x, y - 3).lineTo(x, y).lineTo(x + drawing.scaleBar.length, y).lineTo(x + drawing.scaleBar.length, y - 3).lineWidth(1.2).strokeColor(INK).stroke();
        sheet.line(legend.barText, x + drawing.scaleBar.length + 4, y - 7, TEXT);
      }
      document.restore();
      document.rect(LEFT, top, WIDTH, height).lineWidth(0.7).strokeColor('#4a5868').stroke();
    },
    sheet.root,
    { alt: words.description },
  );
  sheet.y = top + height + 10;
}

const ORDER = ['after', 'land', 'before', 'line'] as const;

function drawPaths(document: PDFKit.PDFDocument, paths: readonly DrawnPath[]): void {
  for (const kind of ORDER) for (const path of paths) if (path.kind === kind) drawPath(document, path);
}

function drawPath(document: PDFKit.PDFDocument, { kind, isOpen, rings }: DrawnPath): void {
  if (!rings.some((ring) => ring.length >= 4)) return;
  if (kind === 'land') hatch(document, rings);
  trace(document, rings, { isClosed: !isOpen });
  switch (kind) {
    case 'after':
      document.lineWidth(0.7);
      if (isOpen) document.strokeColor(COLORS.after.stroke).stroke();
      else document.fillAndStroke(COLORS.after.fill, COLORS.after.stroke, 'even-odd');
      break;
    case 'before':
      document.lineWidth(0.7).dash(3, { space: 2 }).strokeColor(COLORS.before).stroke().undash();
      break;
    case 'land':
      document.lineWidth(0.6).strokeColor(COLORS.land).stroke();
      break;
    case 'line':
      document.lineWidth(1.2).strokeColor(COLORS.land).stroke();
      break;
  }
}

function trace(document: PDFKit.PDFDocument, rings: readonly Float64Array[], { isClosed }: { readonly isClosed: boolean }): void {
  for (const ring of rings) {
    if (ring.length < 4) continue;
    document.moveTo(ring[0], ring[1]);
    for (let i = 2; i < ring.length; i += 2) document.lineTo(ring[i], ring[i + 1]);
    if (isClosed) document.closePath();
  }
}

function hatch(document: PDFKit.PDFDocument, rings: readonly Float64Array[]): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      [minX, maxX] = [Math.min(minX, ring[i]), Math.max(maxX, ring[i])];
      [minY, maxY] = [Math.min(minY, ring[i + 1]), Math.max(maxY, ring[i + 1])];
    }
  }
  document.save();
  trace(document, rings, { isClosed: true });
  document.clip('even-odd');
  const height = maxY - minY;
  // The hatch lines continue from one piece of land to the next.
  for (let x = Math.floor((minX - height + maxY) / HATCH) * HATCH - maxY; x < maxX; x += HATCH) document.moveTo(x, maxY).lineTo(x + height, minY);
  document.lineWidth(0.7).strokeColor(COLORS.land).stroke();
  document.restore();
}

/** A name with a white outline, so that borders below it do not strike it through. */
function drawName(sheet: Sheet, text: string, x: number, y: number, style: TextStyle): void {
  const { document } = sheet;
  const left = x - sheet.widthOf(text, style) / 2;
  sheet.use(style);
  document.lineWidth(2).lineJoin('round').strokeColor('#ffffff');
  document.text(text, left, y - 5, { lineBreak: false, stroke: true, fill: false });
  sheet.line(text, left, y - 5, style);
}

function drawLegend(sheet: Sheet, { kind, text, x, y }: LegendItem, mapHeight: number): void {
  const top = mapHeight + y - 8;
  if (kind === 'row') {
    sheet.line(text, x, top - 0.5, ROW);
    return;
  }
  const box = Float64Array.from([x, top, x + 16, top, x + 16, top + 8, x, top + 8]);
  if (kind === 'place') sheet.document.lineWidth(1).strokeColor(COLORS.land).circle(x + 8, top + 4, 4).stroke();
  else drawPath(sheet.document, { kind, isOpen: false, rings: [box] });
  sheet.line(text, x + 20, top - 0.5, TEXT);
}
