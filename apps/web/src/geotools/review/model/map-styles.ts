import type { FindingWeight } from '@geoinsights/contract';
import type { FeatureLike } from 'ol/Feature.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import type { FlatStyle } from 'ol/style/flat.js';
import type ImageStyle from 'ol/style/Image.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Symbol } from './kinds.ts';

/** The palette of the page (ui/tokens.css): orange-brown, blue and grey can be distinguished with any colour vision, and also differ in lightness. */
const WEIGHT_COLOURS: Readonly<Record<FindingWeight, string>> = { ownership: '#8a4f1d', shape: '#22607d', cosmetic: '#4a5a53' };
const PAPER = '#ffffff';
const INK = '#1b2a25';

const BEFORE = { 'fill-color': 'rgba(74, 90, 83, 0.06)', 'stroke-color': '#76837c', 'stroke-width': 1.25 } as const;
/** Layers with more vertices have no dashed borders: without a graphics card, dashes would take most of the time of a frame. */
const MOST_DASHED = 10_000;

/** @param vertices of the layer as received */
export function beforeStyle(vertices: number): FlatStyle {
  return vertices > MOST_DASHED ? BEFORE : { ...BEFORE, 'stroke-line-dash': [5, 3] };
}

export const AFTER_STYLE: FlatStyle = { 'fill-color': 'rgba(28, 96, 72, 0.08)', 'stroke-color': '#1c6048', 'stroke-width': 1.5 };

const FONT = "'Public Sans Variable', sans-serif";

export function labelStyle(feature: FeatureLike): Style {
  const text: unknown = feature.get('text');
  return new Style({
    text: new Text({ text: typeof text === 'string' ? text : '', font: `500 13px ${FONT}`, fill: new Fill({ color: INK }), stroke: new Stroke({ color: PAPER, width: 3 }) }),
  });
}

const lands = new Map<string, Style>();

/** Land smaller than this, in pixels, is tinted instead of hatched. */
const SMALLEST_HATCHED = 24;

/** Land of overlaps and gaps is hatched; a border that moved is a thick line. */
export function landStyle(feature: FeatureLike, resolution: number): Style {
  const weight = weightOf(feature);
  const isLand = feature.get('isLand') === true;
  const look = isLand ? (isHatched(feature, resolution) ? 'hatched' : 'tinted') : 'line';
  const key = `${weight} ${look}`;
  const known = lands.get(key);
  if (known !== undefined) return known;
  const color = WEIGHT_COLOURS[weight];
  const style = look === 'line' ? new Style({ stroke: new Stroke({ color, width: 3 }) }) : new Style({ fill: new Fill({ color: look === 'hatched' ? hatchOf(color) : `${color}80` }), stroke: new Stroke({ color, width: 2 }) });
  lands.set(key, style);
  return style;
}

function isHatched(feature: FeatureLike, resolution: number): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = feature.getGeometry()?.getExtent() ?? [];
  return Math.max(right - left, top - bottom) >= SMALLEST_HATCHED * resolution;
}

const TILE = 8;

function hatchOf(color: string): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  const context = canvas.getContext('2d');
  if (context === null) return color;
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.beginPath();
  // The same line three times, so that tiles join without a seam.
  for (const shift of [-TILE, 0, TILE]) {
    context.moveTo(shift, TILE);
    context.lineTo(shift + TILE, 0);
  }
  context.stroke();
  return context.createPattern(canvas, 'repeat') ?? color;
}

const marks = new Map<string, Style>();

/** A square, circle, triangle or diamond in the colour of its weight; one that represents several shows their number. */
export function markStyle(feature: FeatureLike): Style {
  const weight = weightOf(feature);
  const symbol = symbolOf(feature);
  const given: unknown = feature.get('count');
  const count = typeof given === 'number' ? given : 1;
  const key = `${weight} ${symbol} ${count}`;
  const known = marks.get(key);
  if (known !== undefined) return known;
  // Without this limit, a cache of all counts would grow with every view.
  if (marks.size > 500) marks.clear();
  const style = new Style({
    image: imageOf(symbol, WEIGHT_COLOURS[weight], count === 1 ? 6 : 13),
    ...(count === 1
      ? {}
      : { text: new Text({ text: shortCount(count), font: `600 ${count > 999 ? 10 : 12}px ${FONT}`, fill: new Fill({ color: PAPER }), offsetY: symbol === 'ring' ? 3 : 0.5 }) }),
  });
  marks.set(key, style);
  return style;
}

function imageOf(symbol: Symbol, color: string, radius: number): ImageStyle {
  const fill = new Fill({ color });
  const stroke = new Stroke({ color: PAPER, width: 2 });
  switch (symbol) {
    case 'overlap':
      return new RegularShape({ points: 4, radius: radius * 1.3, angle: Math.PI / 4, fill, stroke });
    case 'gap':
      return new CircleStyle({ radius: radius * 1.05, fill, stroke });
    case 'ring':
      return new RegularShape({ points: 3, radius: radius * 1.5, fill, stroke });
    case 'border':
      return new RegularShape({ points: 4, radius: radius * 1.3, fill, stroke });
  }
}

function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

const selected = new Style({ image: new CircleStyle({ radius: 22, stroke: new Stroke({ color: INK, width: 3 }) }), zIndex: 1 });
const halo = new Style({ image: new CircleStyle({ radius: 22, stroke: new Stroke({ color: PAPER, width: 6 }) }) });

export const selectionStyle: Style[] = [halo, selected];

function weightOf(feature: FeatureLike): FindingWeight {
  const weight: unknown = feature.get('weight');
  return weight === 'ownership' || weight === 'shape' ? weight : 'cosmetic';
}

function symbolOf(feature: FeatureLike): Symbol {
  const symbol: unknown = feature.get('symbol');
  return symbol === 'overlap' || symbol === 'gap' || symbol === 'border' ? symbol : 'ring';
}
