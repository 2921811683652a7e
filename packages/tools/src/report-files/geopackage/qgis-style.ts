import type { FindingWeight } from '@geoinsights/contract';
import type { TableKind } from './finding-tables.ts';

/** Distinguishable without red and green (Okabe and Ito), and also by pattern or width. */
const WEIGHT_COLORS: Readonly<Record<FindingWeight, string>> = { ownership: '213,94,0', shape: '0,114,178', cosmetic: '110,110,110' };
const WEIGHT_NAMES: Readonly<Record<FindingWeight, string>> = { ownership: 'ownership: land changed hands', shape: "shape: a feature's own rings", cosmetic: 'cosmetic: within the snap distance' };
const WEIGHTS = ['ownership', 'shape', 'cosmetic'] as const;

/** The style of a table in the XML of QGIS 3. */
export function styleOf(kind: TableKind): string {
  switch (kind) {
    case 'findings_land':
      return byWeight((weight) => symbol('fill', [layer('LinePatternFill', { angle: weight === 'shape' ? '135' : '45', distance: '2', distance_unit: 'MM', color: rgba(WEIGHT_COLORS[weight]), line_width: '0.3', line_width_unit: 'MM' }), fill('no', WEIGHT_COLORS[weight], 'solid', '0.5')]));
    case 'findings_lines':
      return byWeight((weight) => symbol('line', [layer('SimpleLine', { line_color: rgba(WEIGHT_COLORS[weight]), line_style: 'solid', line_width: weight === 'ownership' ? '0.9' : '0.5', line_width_unit: 'MM' })]));
    case 'findings_places':
      return byWeight((weight) => symbol('marker', [layer('SimpleMarker', { name: MARKERS[weight], color: rgba(WEIGHT_COLORS[weight]), outline_color: rgba('255,255,255'), outline_width: '0.2', size: weight === 'ownership' ? '3.2' : '2.4', size_unit: 'MM' })]));
    case 'changed_before':
      return single(symbol('fill', [fill('no', '90,60,120', 'dash', '0.4')]));
    case 'changed_after':
      return single(symbol('fill', [fill('solid', '40,60,80', 'solid', '0.4')]));
  }
}

const MARKERS: Readonly<Record<FindingWeight, string>> = { ownership: 'diamond', shape: 'circle', cosmetic: 'square' };

function fill(style: 'no' | 'solid', color: string, outline: 'solid' | 'dash', width: string): string {
  return layer('SimpleFill', { style, color: rgba('225,232,240', 120), outline_color: rgba(color), outline_style: outline, outline_width: width, outline_width_unit: 'MM' });
}

function byWeight(symbolOf: (weight: FindingWeight) => (name: string) => string): string {
  const categories = WEIGHTS.map((weight, index) => `<category render="true" symbol="${String(index)}" value="${weight}" label="${WEIGHT_NAMES[weight].replaceAll("'", '&apos;')}" type="string"/>`).join('');
  const symbols = WEIGHTS.map((weight, index) => symbolOf(weight)(String(index))).join('');
  return documentOf(`<renderer-v2 type="categorizedSymbol" attr="weight" symbollevels="0" enableorderby="0" forceraster="0"><categories>${categories}<category render="true" symbol="3" value="" label="other" type="string"/></categories><symbols>${symbols}${symbolOf('shape')('3')}</symbols></renderer-v2>`);
}

function single(symbolWith: (name: string) => string): string {
  return documentOf(`<renderer-v2 type="singleSymbol" symbollevels="0" enableorderby="0" forceraster="0"><symbols>${symbolWith('0')}</symbols></renderer-v2>`);
}

function documentOf(renderer: string): string {
  return `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'><qgis version="3.28.0" styleCategories="Symbology">${renderer}</qgis>`;
}

/** @returns the symbol as a function of the name that its renderer assigns */
function symbol(type: 'fill' | 'line' | 'marker', layers: readonly string[]): (name: string) => string {
  return (name) => `<symbol type="${type}" name="${name}" alpha="1" clip_to_extent="1" force_rhr="0">${layers.join('')}</symbol>`;
}

function layer(type: string, values: Readonly<Record<string, string>>): string {
  const options = Object.entries(values).map(([name, value]) => `<Option name="${name}" type="QString" value="${value}"/>`).join('');
  return `<layer class="${type}" enabled="1" locked="0" pass="0"><Option type="Map">${options}</Option></layer>`;
}

function rgba(color: string, alpha = 255): string {
  return `${color},${String(alpha)}`;
}
