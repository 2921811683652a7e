/** Valid files with unusual contents: by name, the text of a GeoJSON or KML. */
export const ODD_FILES: Readonly<Record<string, string>> = {
  'nothing.geojson': collection(),
  'all-null.geojson': collection(null, null),
  'one-null.geojson': collection(null, square(-50, -15)),
  'points.geojson': collection({ type: 'Point', coordinates: [-50, -15] }, { type: 'MultiPoint', coordinates: [[-50, -15], [-51, -16]] }),
  'lines.geojson': collection({ type: 'LineString', coordinates: [[-50, -15], [-49, -16]] }, { type: 'MultiLineString', coordinates: [[[-50, -15], [-51, -16]], [[-50, -15], [-51, -14]]] }),
  'mixed.geojson': collection({ type: 'Point', coordinates: [-50, -15] }, square(-50, -15), { type: 'LineString', coordinates: [[-50, -15], [-49, -16]] }, null),
  'collections.geojson': collection({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [-50, -15] }, square(-50, -15), { type: 'LineString', coordinates: [[-50, -15], [-49, -16]] }] }, { type: 'GeometryCollection', geometries: [] }),
  'nested.geojson': collection({ type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [{ type: 'MultiPoint', coordinates: [[-50, -15], [-49, -15]] }] }] }),
  'heights.geojson': collection({ type: 'Polygon', coordinates: [[[-50, -15, 1], [-49, -15, 2], [-49, -14, 3], [-50, -15, 1]]] }, { type: 'Point', coordinates: [-50, -15] }),
  'empty-geometries.geojson': collection({ type: 'Polygon', coordinates: [] }, { type: 'MultiPolygon', coordinates: [] }, { type: 'LineString', coordinates: [] }, { type: 'MultiPoint', coordinates: [] }),
  'empty-rings.geojson': collection({ type: 'Polygon', coordinates: [[]] }, { type: 'MultiPolygon', coordinates: [[[]], [ring(-50, -15)]] }, { type: 'Polygon', coordinates: [ring(-50, -15), []] }),
  'unclosed.geojson': collection({ type: 'Polygon', coordinates: [ring(-50, -15).slice(0, 4)] }, square(-49, -15)),
  'degenerate.geojson': collection({ type: 'Polygon', coordinates: [[[-50, -15]]] }, { type: 'Polygon', coordinates: [[[-50, -15], [-49, -15]]] }, { type: 'Polygon', coordinates: [[[-50, -15], [-49, -15], [-50, -15]]] }, { type: 'Polygon', coordinates: [[[-50, -15], [-50, -15], [-50, -15], [-50, -15]]] }, { type: 'LineString', coordinates: [[-50, -15]] }, { type: 'LineString', coordinates: [[-50, -15], [-50, -15]] }),
  'degenerate-holes.geojson': collection({ type: 'Polygon', coordinates: [ring(-50, -15), [[-49.5, -14.5]], [[-49.5, -14.5], [-49.4, -14.5]]] }),
  'bowtie.geojson': collection({ type: 'Polygon', coordinates: [[[-50, -15], [-49, -14], [-49, -15], [-50, -14], [-50, -15]]] }),
  'wide-bowtie.geojson': collection({ type: 'Polygon', coordinates: [[[-60, -20], [-50, -10], [-50, -20], [-60, -10], [-60, -20]]] }),
  'outside.geojson': collection(square(-500, 2000)),
  'huge.geojson': collection({ type: 'Polygon', coordinates: [[[-1e200, 0], [1e300, 1], [5, 1e308], [-1e200, 0]]] }),
  'poles.geojson': collection({ type: 'Point', coordinates: [0, 90] }, { type: 'Point', coordinates: [180, -90] }),
  'date-line.geojson': collection({ type: 'Polygon', coordinates: [[[179, -10], [-179, -10], [-179, -9], [179, -9], [179, -10]]] }),
  'overlaps.geojson': collection(square(-50, -15), square(-49.5, -14.5), square(-50, -15)),
  'tiny.geojson': collection(square(-50, -15, 1e-9), square(-50, -15, 1e-16)),
  'many-fields.geojson': features({ properties: Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`field number ${String(number)}`, number])), geometry: square(-50, -15) }),
  'long-names.geojson': features({ properties: { ['ã'.repeat(150)]: 'x', ['ã'.repeat(151)]: 'y', '': 'empty', constructor: 'c', 'name"q': "it's" }, geometry: square(-50, -15) }),
  'own-names.geojson': '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"__proto__":"x","toString":1,"a":1},"geometry":{"type":"Point","coordinates":[-50,-15]}}]}',
  'odd-values.geojson': features({ properties: { a: 'x'.repeat(5000), name: '\u0000\u0001', o: { x: 1 }, l: [1, 2], big: 1e300, zero: -0, t: true }, geometry: square(-50, -15) }),
  'types.geojson': features({ properties: { a: 1, name: 'x' }, geometry: square(-50, -15) }, { properties: { a: 'text', name: 3 }, geometry: square(-49, -15) }, { properties: { a: null, name: [1] }, geometry: square(-48, -15) }),
  'large-numbers.geojson': '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":9007199254740993,"name":123456789012345678901234567890},"geometry":{"type":"Point","coordinates":[-50,-15]}}]}',
  'bare.geojson': JSON.stringify(square(-50, -15)),
  'metres.geojson': collection(square(500_000, 8_000_000, 1000)),
  'unknown-system.geojson': JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::999999' } }, features: [{ type: 'Feature', properties: { a: 1 }, geometry: square(500_000, 8_000_000, 1000) }] }),
  'nothing.kml': kml(''),
  'without-geometry.kml': kml('<Placemark><name>x</name></Placemark><Placemark><name>y</name><Point><coordinates></coordinates></Point></Placemark><Placemark><MultiGeometry></MultiGeometry></Placemark>'),
  'one-vertex.kml': kml('<Placemark><LineString><coordinates>-50,-15</coordinates></LineString></Placemark><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>-50,-15 -49,-15</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>'),
  'no-numbers.kml': kml('<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>nan,nan 1,1 2,2 nan,nan</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>'),
  'folders.kml': kml('<Folder><name>a/b</name><Placemark><name>x</name><Point><coordinates>-50,-15</coordinates></Point></Placemark></Folder><Folder><name>a:b</name><Placemark><Point><coordinates>-50,-15</coordinates></Point></Placemark></Folder><Folder><name>A/B</name></Folder><Folder><name>..</name><Placemark><Point><coordinates>-50,-15</coordinates></Point></Placemark></Folder>'),
};

function ring(x: number, y: number, size = 1): number[][] {
  return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
}

function square(x: number, y: number, size = 1): object {
  return { type: 'Polygon', coordinates: [ring(x, y, size)] };
}

function collection(...geometries: readonly (object | null)[]): string {
  return features(...geometries.map((geometry) => ({ properties: { a: 1, name: 'x' }, geometry })));
}

function features(...all: readonly { readonly properties: object; readonly geometry: object | null }[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features: all.map((feature) => ({ type: 'Feature', ...feature })) });
}

function kml(inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inside}</Document></kml>`;
}
