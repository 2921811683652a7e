import type { MapWords } from '../blocks.ts';
import { legendOf, type LegendItem } from '../legend.ts';
import type { Label, MapDrawing } from '../map-drawing.ts';
import { escaped } from './escaped.ts';

/** The map as an inline image. @param id unique among the maps of the page */
export function svgOf(drawing: MapDrawing, words: MapWords, id: string): string {
  const { width, height, paths, marks, rows, labels, scaleBar } = drawing;
  const legend = legendOf(drawing, words);
  const order = ['after', 'land', 'before', 'line'] as const;
  const drawn = order.flatMap((kind) =>
    paths.flatMap((path) => {
      const d = path.rings.map((ring) => pathOf(ring, !path.isOpen)).join('');
      return path.kind === kind && d !== '' ? [`<path class="${kind}${path.isOpen ? ' open' : ''}"${kind === 'land' ? ` fill="url(#${id}-hatch)"` : ''} d="${d}"/>`] : [];
    }),
  );
  const total = height + legend.height;
  return `<figure><figcaption>${escaped(words.title)}</figcaption>
<svg viewBox="0 0 ${short(width)} ${short(total)}" role="img" aria-labelledby="${id}-text"><title id="${id}-text">${escaped(words.description)}</title>
<defs><pattern id="${id}-hatch" width="3.5" height="3.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V3.5"/></pattern></defs>
${drawn.join('\n')}
${marks.map(({ x, y }) => `<circle class="mark" cx="${short(x)}" cy="${short(y)}" r="5"/>`).join('')}
${[...labels.map((label) => nameOf(label, 'name')), ...rows.map((row) => nameOf(row, 'name row'))].join('')}
<path class="frame" d="M0 ${short(height)}h${short(width)}v${short(legend.height)}h${short(-width)}z"/>
<path class="arrow" d="M${short(width - 22)} ${short(height + 20)}l4 -12l4 12l-4 -3z"/><text x="${short(width - 18)}" y="${short(height + 30)}" text-anchor="middle">${escaped(words.north)}</text>
${legend.items.map((item) => legendItem(item, height, id)).join('')}
${scaleBar === null ? '' : `<path class="bar" d="M${short(legend.barX)} ${short(height + legend.barY - 3)}v3h${short(scaleBar.length)}v-3"/><text x="${short(legend.barX + scaleBar.length + 4)}" y="${short(height + legend.barY)}">${escaped(legend.barText)}</text>`}
</svg></figure>`;
}

function nameOf({ text, x, y }: Label, looks: string): string {
  return `<text class="${looks}" x="${short(x)}" y="${short(y + 3)}">${escaped(text)}</text>`;
}

function legendItem({ kind, text, x, y }: LegendItem, top: number, id: string): string {
  if (kind === 'row') return `<text class="row" x="${short(x)}" y="${short(top + y)}">${escaped(text)}</text>`;
  const at = (dx: number, dy: number): string => `${short(x + dx)} ${short(top + y + dy)}`;
  const sign = kind === 'place' ? `<circle class="mark" cx="${short(x + 8)}" cy="${short(top + y - 3)}" r="4"/>` : `<path class="${kind}"${kind === 'land' ? ` fill="url(#${id}-hatch)"` : ''} d="M${at(0, -7)}h16v8h-16z"/>`;
  return `${sign}<text x="${short(x + 20)}" y="${short(top + y)}">${escaped(text)}</text>`;
}

function pathOf(ring: Float64Array, isClosed: boolean): string {
  if (ring.length < 4) return '';
  let text = `M${short(ring[0])} ${short(ring[1])}`;
  for (let i = 2; i < ring.length; i += 2) text += `L${short(ring[i])} ${short(ring[i + 1])}`;
  return isClosed ? `${text}Z` : text;
}

/** Tenths of a point are finer than a printer's resolution. */
function short(value: number): string {
  return String(Math.round(10 * value) / 10);
}
