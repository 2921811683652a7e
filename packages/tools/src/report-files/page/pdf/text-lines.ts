/**
 * Breaks texts into lines by the widths of their characters, measuring each character once. The library's own line breaking
 * measures every piece of a long word again, and took a minute for a thousand rows with names of 300 letters.
 */
export class TextLines {
  readonly #widths = new Map<string, number>();
  readonly #measure: (character: string) => number;

  /** @param measure the width of a character at size one */
  constructor(measure: (character: string) => number) {
    this.#measure = measure;
  }

  /** @param width of the column, in points at size one. @returns at least one line */
  linesOf(text: string, width: number): string[] {
    return text.split('\n').flatMap((paragraph) => this.#paragraph(paragraph, width));
  }

  widthOf(text: string): number {
    let width = 0;
    for (const character of text) width += this.#widthOf(character);
    return width;
  }

  #paragraph(text: string, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const space = this.#widthOf(' ');
    for (const word of text.split(' ')) {
      const length = this.widthOf(word);
      if (line !== '' && used + space + length <= width) {
        line += ` ${word}`;
        used += space + length;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = length <= width ? [word] : this.#cut(word, width);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      used = this.widthOf(line);
    }
    return [...lines, line];
  }

  /** Cuts a word that is longer than a line. */
  #cut(word: string, width: number): string[] {
    const pieces: string[] = [];
    let piece = '';
    let used = 0;
    for (const character of word) {
      const length = this.#widthOf(character);
      if (piece !== '' && used + length > width) {
        pieces.push(piece);
        [piece, used] = ['', 0];
      }
      piece += character;
      used += length;
    }
    return [...pieces, piece];
  }

  #widthOf(character: string): number {
    const known = this.#widths.get(character);
    if (known !== undefined) return known;
    const width = this.#measure(character);
    this.#widths.set(character, width);
    return width;
  }
}
