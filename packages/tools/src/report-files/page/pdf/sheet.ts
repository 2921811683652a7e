import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { TextLines } from './text-lines.ts';

const find = createRequire(import.meta.url);
/** Fonts by path: under names of its own the library would load them again for every piece of text. */
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

/** A document of A4 pages with content from top to bottom, tagged for screen readers. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  readonly root: StructureElement;
  /** Where the next item goes. */
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
    // Awaited in `close`, which throws any earlier error.
    this.#done.catch(() => undefined);
    this.document.pipe(stream);
    this.root = this.document.struct('Document');
    this.document.addStructure(this.root);
  }

  /** Starts a new page if less space than this is left. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.document.addPage();
    this.y = MARGIN.top;
    return true;
  }

  heightOf(text: string, width: number, style: TextStyle): number {
    return this.linesOf(text, width, style).length * lineHeight(style);
  }

  /** The text broken into the lines of a column. */
  linesOf(text: string, width: number, { face = 'regular', size }: TextStyle): string[] {
    return this.#lines[face].linesOf(text, width / size);
  }

  /** Text in a column, starting at its upper edge and no wider than `width`. */
  text(text: string, x: number, y: number, width: number, style: TextStyle): void {
    this.lines(this.linesOf(text, width, style), x, y, width, style);
  }

  /** The same for text that is already broken into lines. */
  lines(lines: readonly string[], x: number, y: number, width: number, style: TextStyle): void {
    for (const [index, text] of lines.entries()) {
      if (text === '') continue;
      const left = style.align === 'right' ? x + width - this.widthOf(text, style) : x;
      this.line(text, left, y + index * lineHeight(style), style);
    }
  }

  /** Selects the font for text written without this class. */
  use(style: TextStyle): void {
    this.#styled(style);
  }

  /** A single line of text, anywhere. */
  line(text: string, x: number, y: number, style: TextStyle): void {
    this.#styled(style).text(text, x, y, { lineBreak: false });
  }

  widthOf(text: string, { face = 'regular', size }: TextStyle): number {
    return size * this.#lines[face].widthOf(text);
  }

  /** Lines, backgrounds and repeated items, which screen readers skip. */
  artifact(draw: () => void): void {
    this.document.markContent('Artifact');
    draw();
    this.document.endMarkedContent();
  }

  /** Adds the drawing to the reading order. */
  element(tag: string, draw: () => void, parent: StructureElement = this.root, options: { alt?: string } = {}): void {
    parent.add(this.document.struct(tag, options, draw));
  }

  /** A paragraph of any length, continued line by line on the next page if necessary. */
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

  /** Writes the foot of each page, left and right, and ends the file. */
  async close(mark: string, right: (page: number, pages: number) => string): Promise<void> {
    const { start, count } = this.document.bufferedPageRange();
    const style: TextStyle = { size: 7.5, color: MUTED };
    for (let page = 0; page < count; page++) {
      const { margins } = this.document.switchToPage(start + page);
      // Below the margin the library would begin a new page.
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
    // Measured at a large size, so that rounding is invisible.
    return new TextLines((character) => this.document.font(FONTS[face]).fontSize(1000).widthOfString(character) / 1000);
  }

  #styled({ face = 'regular', size, color = INK }: TextStyle): PDFKit.PDFDocument {
    return this.document.font(FONTS[face]).fontSize(size).fillColor(color);
  }
}
