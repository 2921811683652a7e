import { SHORT_TABLE, type Column, type Table } from '../blocks.ts';
import { LEFT, lineHeight, MUTED, WIDTH, type Sheet, type StructureElement, type TextStyle } from './sheet.ts';

const PAD = { x: 3.5, y: 2.6 };
const BODY: TextStyle = { size: 7.6 };
const CODE: TextStyle = { size: 7 };
const HEAD: TextStyle = { face: 'bold', size: 7.6 };
const SMALLEST = 5;
/** Space for a one-line caption. */
const CAPTION = 20;
const LINE = '#c9d1da';
const SHADE = '#eef1f4';

interface Cell {
  readonly lines: readonly string[];
  readonly x: number;
  readonly width: number;
  readonly style: TextStyle;
}

/** The space that a table needs to begin on a page: all of a short one, else its head and the first rows. */
export function roomToBegin(sheet: Sheet, { columns, rows }: Table): number {
  const headHeight = heightOf(headOf(sheet, columns));
  if (rows.length > SHORT_TABLE) return headHeight + 60;
  return rows.reduce((sum, row) => sum + heightOf(cellsOfRow(sheet, columns, row)), headHeight + CAPTION);
}

/** A table whose rows are never split; its head is repeated on each page. */
export function addTable(sheet: Sheet, block: Table): void {
  const { caption, columns, rows, more } = block;
  const head = headOf(sheet, columns);
  const headHeight = heightOf(head);
  sheet.need(roomToBegin(sheet, block));
  const table = sheet.document.struct('Table');
  sheet.root.add(table);
  const captionHeight = sheet.heightOf(caption, WIDTH, { face: 'bold', size: 9 });
  sheet.element('Caption', () => sheet.text(caption, LEFT, sheet.y, WIDTH, { face: 'bold', size: 9 }), table);
  sheet.y += captionHeight + 3;
  drawRow(sheet, head, headHeight, { table, tag: 'TH' });
  for (const row of rows) {
    const cells = cellsOfRow(sheet, columns, row);
    const height = heightOf(cells);
    // Screen readers read the repeated head only once.
    if (sheet.need(height)) drawRow(sheet, head, headHeight, null);
    drawRow(sheet, cells, height, { table, tag: 'TD' });
  }
  table.end();
  sheet.y += 4;
  if (more !== null) sheet.flow('P', more, { size: 8.5, color: MUTED });
  sheet.y += 6;
}

function headOf(sheet: Sheet, columns: readonly Column[]): Cell[] {
  return cellsOf(sheet, columns, columns.map(({ heading }) => heading), () => HEAD);
}

function cellsOfRow(sheet: Sheet, columns: readonly Column[], row: readonly string[]): Cell[] {
  return cellsOf(sheet, columns, row, ({ isCode }) => (isCode === true ? CODE : BODY));
}

function cellsOf(sheet: Sheet, columns: readonly Column[], texts: readonly string[], styleOf: (column: Column) => TextStyle): Cell[] {
  let x = LEFT;
  return columns.map((column, index) => {
    const full = WIDTH * column.share;
    const width = full - 2 * PAD.x;
    const style = fitted(sheet, texts[index], width, { ...styleOf(column), align: column.isNumber === true ? 'right' : 'left' });
    const cell = { lines: sheet.linesOf(texts[index], width, style), x: x + PAD.x, width, style };
    x += full;
    return cell;
  });
}

/** A number wider than its column is written smaller: split in two it would be read as two. */
function fitted(sheet: Sheet, text: string, width: number, style: TextStyle): TextStyle {
  if (style.align !== 'right' || /\s/.test(text)) return style;
  const needed = sheet.widthOf(text, style);
  return needed < 0.99 * width ? style : { ...style, size: Math.max(SMALLEST, (0.99 * style.size * width) / needed) };
}

function heightOf(cells: readonly Cell[]): number {
  return Math.max(...cells.map(({ lines, style }) => lines.length * lineHeight(style))) + 2 * PAD.y;
}

function drawRow(sheet: Sheet, cells: readonly Cell[], height: number, read: { table: StructureElement; tag: 'TH' | 'TD' } | null): void {
  const { document, y } = sheet;
  const isHead = read?.tag !== 'TD';
  sheet.artifact(() => {
    if (isHead) document.rect(LEFT, y, WIDTH, height).fillColor(SHADE).fill();
    document.moveTo(LEFT, y + height).lineTo(LEFT + WIDTH, y + height).lineWidth(isHead ? 1 : 0.5).strokeColor(isHead ? MUTED : LINE).stroke();
  });
  const write = ({ lines, x, width, style }: Cell): void => sheet.lines(lines, x, y + PAD.y, width, style);
  if (read === null) sheet.artifact(() => cells.forEach(write));
  else {
    const row = document.struct('TR');
    read.table.add(row);
    for (const cell of cells) sheet.element(read.tag, () => write(cell), row);
    row.end();
  }
  sheet.y = y + height;
}
