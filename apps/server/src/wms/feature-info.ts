import type { Attributes } from '@geoinsights/catalogue/local-layer';
import type { InfoFormat } from './request.ts';
import { xmlText } from './xml.ts';

export interface FoundFeature {
  readonly id: number;
  readonly label: string | null;
  readonly attributes: Attributes;
}

export interface LayerFeatures {
  readonly code: string;
  readonly title: string;
  readonly features: readonly FoundFeature[];
  /** The client asked for more than are given of one layer, and there are more. */
  readonly isCut: boolean;
}

/**
 * The features found at a position, in the format that the client requested. JSON is a GeoJSON collection without geometries, which names
 * layers that were cut in a member of its own.
 */
export function featureInfoText(layers: readonly LayerFeatures[], format: InfoFormat): string {
  switch (format) {
    case 'application/json':
      return JSON.stringify({ type: 'FeatureCollection', features: layers.flatMap(geoJsonFeatures), ...cutMember(layers) });
    case 'text/html':
      return htmlPage(layers);
    case 'text/plain':
      return plainText(layers);
  }
}

function geoJsonFeatures({ code, title, features }: LayerFeatures) {
  return features.map(({ id, label, attributes }) => ({ type: 'Feature', id: `${code}.${String(id)}`, layer: code, title, label, geometry: null, properties: attributes }));
}

function cutMember(layers: readonly LayerFeatures[]) {
  const cut = layers.filter(({ isCut }) => isCut).map(({ code, features }) => ({ layer: code, reported: features.length }));
  return cut.length === 0 ? {} : { cut };
}

function nameOf({ id, label }: FoundFeature): string {
  return label ?? `#${String(id)}`;
}

function htmlPage(layers: readonly LayerFeatures[]): string {
  const sections = layers
    .filter(({ features }) => features.length > 0)
    .map(({ title, features, isCut }) => [`<h1>${xmlText(title)}</h1>`, ...features.map(htmlTable), ...(isCut ? [`<p>Há mais feições desta camada neste ponto; são informadas no máximo ${String(features.length)} por camada.</p>`] : [])].join('\n'));
  const body = sections.length === 0 ? '<p>Nenhuma feição neste ponto.</p>' : sections.join('\n');
  return `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Feições</title></head>
<body>
${body}
</body></html>
`;
}

function htmlTable(feature: FoundFeature): string {
  const rows = Object.entries(feature.attributes).map(([name, value]) => `<tr><th scope="row">${xmlText(name)}</th><td>${xmlText(String(value ?? ''))}</td></tr>`);
  return `<table><caption>${xmlText(nameOf(feature))}</caption>${rows.join('')}</table>`;
}

function plainText(layers: readonly LayerFeatures[]): string {
  const blocks = layers.flatMap(({ code, features, isCut }) => [
    ...features.map((feature) => {
      const lines = Object.entries(feature.attributes).map(([name, value]) => `  ${name} = ${value === null ? '' : `'${String(value)}'`}`);
      return [`Layer '${code}'`, ` Feature ${nameOf(feature)}`, ...lines].join('\n');
    }),
    ...(isCut ? [`Layer '${code}' has more features here; at most ${String(features.length)} are given for one layer.`] : []),
  ]);
  return blocks.length === 0 ? 'No feature was found here.\n' : `${blocks.join('\n')}\n`;
}
