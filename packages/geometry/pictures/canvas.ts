/** Colours that remain distinct with every kind of colour blindness (Okabe and Ito). */
export const FILLS = ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#f0e442', '#0072b2'];
export const INK = '#222222';
const [SIZE, MARGIN, HEAD, FOOT] = [960, 16, 34, 30];

/** A drawing of a layer at one scale, with a title above and a legend below. */
export class Canvas {
  readonly #title: string;
  readonly #left: number;
  readonly #high: number;
  readonly #scale: number;
  readonly #width: number;
  readonly #height: number;
  readonly #items: string[] = [];

  /** @param xy x0, y0, x1, y1 …: what to show; invalid coordinates are ignored. */
  constructor(title: string, xy: Float64Array) {
    const [left, right] = rangeOf(xy, 0);
    const [low, high] = rangeOf(xy, 1);
    this.#title = title;
    this.#left = left;
    this.#high = high;
    this.#scale = (SIZE - 2 * MARGIN) / (Math.max(right - left, high - low) || 1);
    this.#width = Math.ceil((right - left) * this.#scale) + 2 * MARGIN;
    this.#height = Math.ceil((high - low) * this.#scale) + HEAD + FOOT;
  }

  line(ax: number, ay: number, bx: number, by: number, colour: string): void {
    this.#items.push(`<path d="M${this.#place(ax, ay)}L${this.#place(bx, by)}" stroke="${colour}" stroke-width="1.5" stroke-linecap="round"/>`);
  }

  /** Rings in the colour of a feature, filled by the even-odd rule. */
  area(rings: readonly (readonly (readonly [number, number])[])[], feature: number): void {
    const path = rings.map((ring) => `M${ring.map(([x, y]) => this.#place(x, y)).join('L')}Z`).join('');
    const fill = feature < 0 ? INK : (FILLS[feature % FILLS.length] ?? INK);
    this.#items.push(`<path d="${path}" fill="${fill}" fill-opacity=".45" fill-rule="evenodd" stroke="${INK}" stroke-width=".5"/>`);
  }

  dot(x: number, y: number, colour: string): void {
    const [px = '0', py = '0'] = this.#place(x, y).split(' ');
    this.#items.push(`<circle cx="${px}" cy="${py}" r="2" fill="${colour}"/>`);
  }

  ring(x: number, y: number, colour: string): void {
    const [px = '0', py = '0'] = this.#place(x, y).split(' ');
    this.#items.push(`<circle cx="${px}" cy="${py}" r="5" fill="none" stroke="${colour}"/>`);
  }

  legend(entries: readonly (readonly [string, string])[]): void {
    entries.forEach(([name, colour], i) => {
      const [x, y] = [MARGIN + i * 116, this.#height - 10];
      this.#items.push(`<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${colour}"/><text x="${x + 16}" y="${y}" fill="${INK}">${name}</text>`);
    });
  }

  svg(): string {
    const width = Math.max(this.#width, 600);
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${this.#height}" width="${width}" height="${this.#height}" role="img" font-family="sans-serif" font-size="13">`,
      `<title>${escapeXml(this.#title)}</title>`,
      `<rect width="${width}" height="${this.#height}" fill="#ffffff"/>`,
      `<text x="${MARGIN}" y="20" fill="${INK}" font-weight="600">${escapeXml(this.#title)}</text>`,
      `<g fill="none">${this.#items.join('\n')}</g>`,
      '</svg>',
      '',
    ].join('\n');
  }

  #place(x: number, y: number): string {
    return `${round(MARGIN + (x - this.#left) * this.#scale)} ${round(HEAD + (this.#high - y) * this.#scale)}`;
  }
}

function rangeOf(xy: Float64Array, axis: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let i = axis; i < xy.length; i += 2) {
    if (xy[i] < low) low = xy[i];
    if (xy[i] > high) high = xy[i];
  }
  return low <= high ? [low, high] : [0, 1];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
