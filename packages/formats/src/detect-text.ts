import type { Detected } from './detected.ts';

/** Detects what a text is from its beginning. @param text decoded, without a byte order mark. */
export function detectText(text: string): Detected {
  const start = text.trimStart();
  if (start === '') return { format: null, what: 'nothing but white space' };
  if (start.startsWith('<')) return detectXml(start);
  // GeoJSON text sequences (RFC 8142) begin with a record separator.
  const json = start.startsWith('\u001e') ? start.slice(1).trimStart() : start;
  if (json.startsWith('{')) return detectJson(json);
  if (json.startsWith('[')) return { format: null, what: 'a JSON array; GeoJSON is an object with a "type"' };
  if (/^0\s*\r?\nSECTION/.test(start)) return { format: null, what: 'a DXF drawing; save it as a shapefile or GeoPackage in a GIS program first' };
  if (/^(SRID=\d+;)?(POINT|LINESTRING|POLYGON|MULTI|GEOMETRYCOLLECTION)\w*(\s+(Z|M|ZM))?\s*(\(|EMPTY)/i.test(start)) {
    return { format: null, what: 'well-known text (WKT); save it as GeoJSON or GeoPackage first' };
  }
  if (SCRIPT.test(start)) return { format: null, what: 'a JavaScript file of a web map; delete what comes before the first { and after the last }, which leaves the GeoJSON' };
  return { format: null, what: isTable(start) ? 'a text table (CSV); load it in a GIS program by its columns of coordinates, and save it as GeoPackage there' : 'plain text' };
}

/** GeoJSON as web maps load it without a request: assigned to a variable, handed to a function, or exported. */
const SCRIPT = /^(?:(?:var|let|const)\s+[\w$]+\s*=|[\w$]+(?:\.[\w$]+)*\s*(?:=|\()|export\s+default|module\.exports\s*=)\s*\{\s*["']?(?:type|crs|name|features|bbox)\b/;

const XML_KINDS = new Map([
  ['gpx', 'a GPX file; save it as KML or GeoJSON first'],
  ['html', 'a web page (HTML)'],
  ['svg', 'an SVG drawing'],
  ['osm', 'an OpenStreetMap file; save it as GeoJSON or GeoPackage first'],
  ['featurecollection', 'a GML file; save it as GeoJSON or GeoPackage first'],
  ['qgis', 'a QGIS project or style'],
  ['styledlayerdescriptor', 'a map style (SLD)'],
  ['metadata', 'XML metadata'],
]);
/** Root elements of KML whose writer omitted the `kml` element. */
const KML_ROOTS = new Set(['kml', 'document', 'folder', 'placemark', 'networklink', 'groundoverlay']);

function detectXml(text: string): Detected {
  if (/^<!doctype\s+html/i.test(text)) return { format: null, what: 'a web page (HTML)' };
  const root = rootElement(text);
  if (root === null) return { format: null, what: 'XML without a root element' };
  const local = root.slice(root.indexOf(':') + 1).toLowerCase();
  if (KML_ROOTS.has(local)) return { format: 'kml' };
  return { format: null, what: XML_KINDS.get(local) ?? `another kind of XML (its root element is "${root.slice(0, 40)}")` };
}

/** Name of the first element, after declaration, comments, processing instructions and document type. */
function rootElement(text: string): string | null {
  for (let at = 0; at < text.length; ) {
    const opening = text.indexOf('<', at);
    if (opening < 0) return null;
    const end = closingOf(text, opening);
    if (end !== null && end < 0) return null;
    if (end === null) return /^<([^\s/>"'<&]+)/.exec(text.slice(opening, opening + 200))?.[1] ?? null;
    at = end;
  }
  return null;
}

/** Where a part of the prolog ends; null if it is an element, -1 if it does not end in this text. */
function closingOf(text: string, opening: number): number | null {
  const after = (sign: string): number => {
    const found = text.indexOf(sign, opening);
    return found < 0 ? -1 : found + sign.length;
  };
  if (text.startsWith('<!--', opening)) return after('-->');
  if (text.startsWith('<?', opening)) return after('?>');
  if (!text.startsWith('<!', opening)) return null;
  const subset = text.indexOf('[', opening);
  const end = text.indexOf('>', opening);
  return subset >= 0 && subset < end ? afterSubset(text, subset) : after('>');
}

/** Where a document type ends whose internal subset begins here; -1 if it does not. Blanks may stand between its two last signs. */
function afterSubset(text: string, from: number): number {
  const end = /\]\s*>/g;
  end.lastIndex = from;
  return end.test(text) ? end.lastIndex : -1;
}

/** What Esri says of a set before its features, or of the first of them: attributes in place of properties, rings in place of coordinates. */
const ESRI = /^\{[^[]{0,2000}("(geometryType|spatialReference|displayFieldName)"\s*:|"features"\s*:\s*\[\s*\{\s*"(attributes|geometry"\s*:\s*\{\s*"(rings|paths|points|x))"\s*:)/;

/** Members come in any order, so the GeoJSON driver judges an object of unknown type. */
function detectJson(text: string): Detected {
  if (/^\{\s*"type"\s*:\s*"Topology"/.test(text)) return { format: null, what: 'a TopoJSON file; save it as GeoJSON first' };
  if (ESRI.test(text) && !/"type"\s*:\s*"Feature/.test(text)) {
    return { format: null, what: 'an ArcGIS feature set (Esri JSON); save it as GeoJSON first' };
  }
  return { format: 'geojson' };
}

/** True if the first two lines have the same separators. */
function isTable(text: string): boolean {
  const [first = '', second = ''] = text.split(/\r?\n/, 2);
  return [',', ';', '\t', '|'].some((separator) => {
    const columns = first.split(separator).length;
    return columns > 1 && second.split(separator).length === columns;
  });
}
