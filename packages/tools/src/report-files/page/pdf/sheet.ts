import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { TextLines } from './text-lines.ts';

const find = createRequire(import.meta.url);
/** By their places: under names of its own the library would read them anew for every piece of text. */
const FONTS = {
  regular: find.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: find.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const;

export type Face = keyof typeof FONTS;
export type StructureElement = ReturnType<PDFKit.PDFDocument['struct']>;

/** A4 in points, between its margins. */
const MARGIN = { top: 51, left: 48, right: 48, bottom: 57 };
const PAGE = { width: 595.28, height: 841.89 };
export const LEFT = MARGIN.left;
export const WIDTH = PAGE.width - MARGIN.left - MARGIN.right;
const BOTTOM = PAGE.height - MARGIN.bottom;

export const INK = '#16202c';
export const MUTED = '#4a5868';

export interface TextStyle {
  readonly face?: Face;
  readonly size: number;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

export function lineHeight({ size }: TextStyle): number {
  return 1.42 * size;
}

/** A document of A4 pages on which one thing follows the other downwards, tagged for who has it read aloud. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly root: StructureElement;
  /** Where the next thing goes. */
  y = MARGIN.top;
  readonly #done: Promise<void>;
  readonly #lines: Readonly<Record<Face, TextLines>>;

  constructor(target: string, { title, language, date }: { title: string; language: string; date: Date }) {
    this.document = new PDFDocument({
      size: 'A4',
      margins: MARGIN,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: language,
      info: { Title: title, Creator: 'GeoInsights', Producer: 'GeoInsights', CreationDate: date, ModDate: date },
      font: FONTS.regular,
    });
    this.#lines = { regular: this.#linesOf('regular'), bold: this.#linesOf('bold') };
    const stream = createWriteStream(target, { flags: 'wx' });
    this.#done = finished(stream);
    // Waited for in `close`; an error that comes before is told there.
    this.#done.catch(() => undefined);
    this.document.pipe(stream);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
  }

  /** Begins a page where less than this is free. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage();
    this.y = MARGIN.top;
    return true;
  }

  heightOf(text: string, width: number, style: TextStyle): number {
    return this.linesOf(text, width, style).length * lineHeight(style);
  }

  /** The text as it is broken in a column. */
  linesOf(text: string, width: number, { face = 'regular', size }: TextStyle): string[] {
    return this.#lines[face].linesOf(text, width / size);
  }

  /** Text in a column, from its upper end on, and not beyond the width. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): void {
    this.lines(this.linesOf(text, width, style), x, y, width, style);
  }

  /** The same of a text that was broken already. */
  lines(lines: readonly string[], x: number, y: number, width: number, style: TextStyle): void {
    for (const [index, text] of lines.entries()) {
      if (text === '') continue;
      const left = style.align === 'right' ? x + width - this.widthOf(text, style) : x;
      this.line(text, left, y + index * lineHeight(style), style);
    }
  }

  /** Takes the font of what is written next past this class. */
  use(style: TextStyle): void {
    this.#styled(style);
  }

  /** A line of text by itself, wherever it is. */
  line(text: string, x: number, y: number, style: TextStyle): void {
    this.#styled(style).text(text, x, y, { lineBreak: false });
  }

  widthOf(text: string, { face = 'regular', size }: TextStyle): number {
    return size * this.#lines[face].widthOf(text);
  }

  /** Lines, backgrounds and what is repeated: nothing to be read aloud. */
  artifact(draw: () => void): void {
    this.document.markContent('Artifact');
    draw();
    this.document.endMarkedContent();
  }

  /** Adds what is drawn to what is read. */
  element(tag: string, draw: () => void, parent: StructureElement = this.root, options: { alt?: string } = {}): void {
    parent.add(this.document.struct(tag, options, draw));
  }

  /** A paragraph of any length, which goes on on the next page line by line where it has to. */
  flow(tag: string, text: string, style: TextStyle, { before = 0, after = 0, indent = 0 }: { before?: number; after?: number; indent?: number } = {}): void {
    this.y += before;
    const lines = this.linesOf(text, WIDTH - indent, style);
    this.need(Math.min(3, lines.length) * lineHeight(style));
    this.element(tag, () => {
      for (const line of lines) {
        this.need(lineHeight(style));
        this.line(line, LEFT + indent, this.y, style);
        this.y += lineHeight(style);
      }
    });
    this.y += after;
  }

  /** Writes what stands at the foot of each page, left and right, and ends the file. */
  async close(mark: string, right: (page: number, pages: number) => string): Promise<void> {
    const { start, count } = this.document.bufferedPageRange();
    const style: TextStyle = { size: 7.5, color: MUTED };
    for (let page = 0; page < count; page++) {
      const { margins } = this.document.switchToPage(start + page);
      // Below the margin the library would begin a page.
      margins.bottom = 0;
      this.artifact(() => {
        this.text(mark, LEFT, PAGE.height - 36, 0.6 * WIDTH, style);
        this.text(right(page + 1, count), LEFT + 0.6 * WIDTH, PAGE.height - 36, 0.4 * WIDTH, { ...style, align: 'right' });
      });
      margins.bottom = MARGIN.bottom;
    }
    this.root.end();
    this.document.end();
    await this.#done;
  }

  #linesOf(face: Face): TextLines {
    // Measured large, so that no rounding is seen.
    return new TextLines((character) => this.document.font(FONTS[face]).fontSize(1000).widthOfString(character) / 1000);
  }

  #styled({ face = 'regular', size, color = INK }: TextStyle): PDFKit.PDFDocument {
    return this.document.font(FONTS[face]).fontSize(size).fillColor(color);
  }
}
