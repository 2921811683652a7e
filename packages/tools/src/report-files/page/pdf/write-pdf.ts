import type { Block, Page } from '../blocks.ts';
import { drawMapOnSheet } from './map.ts';
import { INK, LEFT, MUTED, Sheet, WIDTH, type TextStyle } from './sheet.ts';
import { addTable, roomToBegin } from './table.ts';

/** Writes the page as PDF: the same text in the same order as in HTML. */
export async function writePdf({ language, title, blocks, pageOf, mark, initials, boxes }: Page, target: string, date: Date): Promise<void> {
  const sheet = new Sheet(target, { title, language, date });
  for (const [index, block] of blocks.entries()) addBlock(sheet, block, blocks.at(index + 1));
  if (blocks.some(hasBoxes)) sheet.flow('P', boxes, { size: 8.5, color: MUTED }, { before: 10 });
  await sheet.close(mark, (page, pages) => `${initials} ______________    ${pageOf(String(page), String(pages))}`);
}

/** Characters of scripts that Noto Sans lacks. */
const BOXES = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/u;

function hasBoxes(block: Block): boolean {
  switch (block.kind) {
    case 'table':
      return block.rows.some((cells) => cells.some((cell) => BOXES.test(cell)));
    case 'map':
      return block.drawing.labels.some(({ text }) => BOXES.test(text));
    case 'list':
      return block.items.some((item) => BOXES.test(item));
    case 'signature':
      return false;
    case 'title':
    case 'heading':
    case 'subheading':
    case 'paragraph':
      return BOXES.test(block.text);
  }
}

const HEADING: TextStyle = { face: 'bold', size: 13 };
const ABOVE_HEADING = 14;
const BELOW_HEADING = 10;
/** The space a subheading needs, with what is below it, so that it is not alone at the foot of a page. */
const ROOM_OF_SUBHEADING = 90;
/** For the beginning of a text below a heading. */
const ROOM_OF_TEXT = 50;
const ROOM_OF_PARAGRAPH = 90;

/** The space that what follows a heading needs to begin on the same page. */
function roomBelow(sheet: Sheet, next: Block | undefined): number {
  if (next?.kind === 'table') return roomToBegin(sheet, next);
  return next?.kind === 'paragraph' ? ROOM_OF_PARAGRAPH : ROOM_OF_TEXT;
}

function addBlock(sheet: Sheet, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case 'title':
      sheet.flow('H1', block.text, { face: 'bold', size: 20 }, { after: 8 });
      break;
    case 'heading':
      sheet.need(sheet.heightOf(block.text, WIDTH, HEADING) + ABOVE_HEADING + BELOW_HEADING + roomBelow(sheet, next));
      sheet.flow('H2', block.text, HEADING, { before: ABOVE_HEADING, after: 3 });
      rule(sheet);
      sheet.y += BELOW_HEADING - 3;
      break;
    case 'subheading':
      sheet.need(ROOM_OF_SUBHEADING);
      sheet.flow('H3', block.text, { face: 'bold', size: 10.5 }, { before: 8, after: 4 });
      break;
    case 'paragraph':
      sheet.flow('P', block.text, { size: 9.5 }, { after: 6, indent: block.isNotice === true ? 10 : 0 });
      break;
    case 'list':
      for (const [index, item] of block.items.entries()) sheet.flow('P', `${String(index + 1)}. ${item}`, { size: 9.5 }, { after: 2 });
      sheet.y += 4;
      break;
    case 'map':
      drawMapOnSheet(sheet, block.drawing, block.words);
      break;
    case 'table':
      addTable(sheet, block);
      break;
    case 'signature':
      addSignature(sheet, block.names);
      break;
  }
}

function rule(sheet: Sheet): void {
  const { document, y } = sheet;
  sheet.artifact(() => document.moveTo(LEFT, y).lineTo(LEFT + WIDTH, y).lineWidth(1.2).strokeColor(INK).stroke());
}

const GAP = 18;

function addSignature(sheet: Sheet, names: readonly string[]): void {
  const rows = [names.slice(0, 2), names.slice(2)];
  sheet.need(rows.length * 70);
  for (const row of rows) addLines(sheet, row);
}

/** Lines to write on, each with its label below. */
function addLines(sheet: Sheet, names: readonly string[]): void {
  const { document } = sheet;
  sheet.y += 44;
  const width = (WIDTH - (names.length - 1) * GAP) / names.length;
  for (const [index, name] of names.entries()) {
    const x = LEFT + index * (width + GAP);
    sheet.artifact(() => document.moveTo(x, sheet.y).lineTo(x + width, sheet.y).lineWidth(0.7).strokeColor(INK).stroke());
    sheet.element('P', () => sheet.text(name, x, sheet.y + 3, width, { size: 8.5 }));
  }
  sheet.y += 24;
}
