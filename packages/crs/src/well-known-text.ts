/** One `KEYWORD["text", number, CHILD[…], …]` of well-known text. */
export interface WktNode {
  /** In capitals. */
  readonly keyword: string;
  /** Texts (without quotes), numbers and bare words, as written and in order. */
  readonly values: readonly string[];
  readonly children: readonly WktNode[];
  /** The node as written. */
  readonly text: string;
}

/** Definitions take a few kilobytes; longer or deeper texts are rejected. */
const LONGEST = 1 << 18;
const DEEPEST = 32;

const TOKEN = /\s*(?:"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+)/y;
const OPENING = /\s*[[(]/y;

/** Parses well-known text, WKT 1 or WKT 2. @returns null if it is malformed. */
export function parseWkt(text: string): WktNode | null {
  return parseRoots(text).at(0) ?? null;
}

/** The systems of a text: one, but for ArcGIS, which writes that of the heights after the horizontal one. */
function parseRoots(text: string): readonly WktNode[] {
  if (text.length > LONGEST) return [];
  const scanner = new WktScanner(withoutFillers(text.replace(/^\uFEFF/, '')));
  const roots: WktNode[] = [];
  do {
    const keyword = scanner.next();
    const root = keyword?.kind === 'word' ? parseNode(scanner, keyword.text, 0) : null;
    if (root === null) break;
    roots.push(root);
  } while (scanner.next()?.kind === 'comma');
  return roots;
}

/** Some programs fill a file up with zeros. */
function withoutFillers(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** The value at an index. */
export function textOf(node: WktNode, index: number): string | null {
  return node.values[index] ?? null;
}

/** The value at an index as a number; null if it is not one. */
export function numberOf(node: WktNode, index: number): number | null {
  const text = node.values[index]?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The first child of one of these keywords. */
export function childOf(node: WktNode, ...keywords: readonly string[]): WktNode | null {
  return node.children.find(({ keyword }) => keywords.includes(keyword)) ?? null;
}

/** The unit of a node, else of its first axis that has one, in metres, radians or parts of one; null if the text omits it. */
export function unitOf(node: WktNode, keyword: 'ANGLEUNIT' | 'LENGTHUNIT' | 'SCALEUNIT'): number | null {
  for (const each of [node, ...node.children.filter((axis) => axis.keyword === 'AXIS')]) {
    const unit = childOf(each, keyword, 'UNIT');
    if (unit !== null) return numberOf(unit, 1);
  }
  return null;
}

/** A value in other units; as it is if it has none of its own, or these. A unit is written with fewer digits than its factor has. */
export function inUnits(value: number, own: number | null, unit: number): number {
  const factor = (own ?? unit) / unit;
  return Math.abs(factor - 1) < 1e-6 ? value : value * factor;
}

const GEOGRAPHIC_KEYWORDS = new Set(['GEOGCS', 'GEOGCRS', 'GEOGRAPHICCRS', 'GEODCRS', 'GEODETICCRS', 'BASEGEOGCRS', 'BASEGEODCRS']);
const LOCAL_KEYWORDS = new Set(['LOCAL_CS', 'ENGCRS', 'ENGINEERINGCRS']);
const PLANAR_KEYWORDS = new Set(['PROJCS', 'PROJCRS', 'PROJECTEDCRS', 'DERIVEDPROJCRS', ...LOCAL_KEYWORDS]);
/** Systems that wrap another one: with a height, or with a transformation to WGS 84. */
const WRAPPERS = new Set(['COMPD_CS', 'COMPOUNDCRS', 'BOUNDCRS', 'SOURCECRS', 'COORDINATEMETADATA']);

/** The horizontal system inside any wrapper; null if the text is not such a system. */
export function horizontalPart(node: WktNode): WktNode | null {
  if (GEOGRAPHIC_KEYWORDS.has(node.keyword) || PLANAR_KEYWORDS.has(node.keyword)) return node;
  if (!WRAPPERS.has(node.keyword)) return null;
  for (const child of node.children) {
    const found = horizontalPart(child);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a system is a plane of its own, without a place on the ground. */
export function isLocal(node: WktNode): boolean {
  return LOCAL_KEYWORDS.has(node.keyword);
}

/** The part of a text that binds its horizontal system to another by a transformation; null if there is none. */
export function boundPart(node: WktNode): WktNode | null {
  if (!WRAPPERS.has(node.keyword)) return null;
  if (node.keyword === 'BOUNDCRS' && horizontalPart(node) !== null) return node;
  for (const child of node.children) {
    const found = boundPart(child);
    if (found !== null) return found;
  }
  return null;
}

/** The geographic system on which a horizontal one is based, or which it is; null for one that has none. */
export function geographicPart(node: WktNode): WktNode | null {
  return isGeographic(node) ? node : childOf(node, 'GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS', 'GEOGCRS', 'GEODCRS');
}

/** The ellipsoid of a geographic system, and its datum, which has it. */
export function datumPart(base: WktNode): { readonly datum: WktNode; readonly ellipsoid: WktNode } | null {
  const datum = childOf(base, 'DATUM', 'GEODETICDATUM', 'ENSEMBLE', 'TRF');
  const ellipsoid = datum === null ? null : childOf(datum, 'SPHEROID', 'ELLIPSOID');
  return datum === null || ellipsoid === null ? null : { datum, ellipsoid };
}

/** The heights of a system of three dimensions, on an ellipsoid of the size of WGS 84: that of GRS 1980 differs by a tenth of a millimetre. */
export const ELLIPSOIDAL_HEIGHT = 'ellipsoidal height';
const SEMI_MAJOR_OF_WGS84 = 6_378_137;

const VERTICAL_KEYWORDS = new Set(['VERT_CS', 'VERTCS', 'VERTCRS', 'VERTICALCRS']);

/** The name of the system in which a text states heights; null if it states none. */
export function heightSystemIn(text: string): string | null {
  const roots = parseRoots(text);
  for (const root of roots) {
    const found = verticalPart(root);
    if (found !== null) return textOf(found, 0) ?? 'unnamed';
  }
  const horizontal = roots.length === 0 ? null : horizontalPart(roots[0]);
  return horizontal === null ? null : ellipsoidalHeightIn(horizontal);
}

/** Whether a text is one system: ArcGIS writes two after one another. */
export function isOneSystem(text: string): boolean {
  return parseRoots(text).length === 1;
}

/** Systems of three dimensions: with a third axis, or in ArcGIS with a unit of heights. Geocentric ones have no heights. */
function ellipsoidalHeightIn(node: WktNode): string | null {
  const ofKind = (...keywords: readonly string[]): WktNode[] => node.children.filter(({ keyword }) => keywords.includes(keyword));
  const isGeocentric = GEOGRAPHIC_KEYWORDS.has(node.keyword) && !isGeographic(node);
  if (isGeocentric || (ofKind('AXIS').length < 3 && ofKind('CS').at(0)?.values[1] !== '3' && ofKind('LINUNIT').length === 0)) return null;
  const ellipsoid = ellipsoidIn(node);
  return ellipsoid === null || numberOf(ellipsoid, 1) === SEMI_MAJOR_OF_WGS84 ? ELLIPSOIDAL_HEIGHT : `${ELLIPSOIDAL_HEIGHT} (${textOf(ellipsoid, 0) ?? 'unnamed'})`;
}

function ellipsoidIn(node: WktNode): WktNode | null {
  if (node.keyword === 'ELLIPSOID' || node.keyword === 'SPHEROID') return node;
  for (const child of node.children) {
    const found = ellipsoidIn(child);
    if (found !== null) return found;
  }
  return null;
}

function verticalPart(node: WktNode): WktNode | null {
  if (VERTICAL_KEYWORDS.has(node.keyword)) return node;
  if (!WRAPPERS.has(node.keyword)) return null;
  for (const child of node.children) {
    const found = verticalPart(child);
    if (found !== null) return found;
  }
  return null;
}

/** A geodetic system with three linear axes is geocentric: its coordinates are not longitudes. */
export function isGeographic(node: WktNode): boolean {
  if (!GEOGRAPHIC_KEYWORDS.has(node.keyword)) return false;
  const system = node.children.find(({ keyword }) => keyword === 'CS');
  return system === undefined || system.values[0]?.toLowerCase() !== 'cartesian';
}

/** Whether an axis counts to the west, or to the south other than from a pole. */
export function isTurned(node: WktNode): boolean {
  const directions = node.children.filter(({ keyword }) => keyword === 'AXIS').map((axis) => (textOf(axis, 1) ?? '').toLowerCase());
  return directions.includes('west') || (directions.includes('south') && new Set(directions).size > 1);
}

interface Token {
  readonly kind: 'text' | 'word' | 'open' | 'close' | 'comma';
  readonly text: string;
}

class WktScanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What was read since a place. */
  since(start: number): string {
    return this.#text.slice(start, this.#at);
  }

  get at(): number {
    return this.#at;
  }

  /** True if the next character is an opening bracket. */
  opens(): boolean {
    OPENING.lastIndex = this.#at;
    return OPENING.test(this.#text);
  }

  next(): Token | null {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (match === null) return null;
    this.#at = TOKEN.lastIndex;
    const token = match[0].trim();
    if (token.startsWith('"')) return { kind: 'text', text: token.slice(1, -1).replaceAll('""', '"') };
    if (token === ',') return { kind: 'comma', text: token };
    if (token === '[' || token === '(') return { kind: 'open', text: token };
    return { kind: token === ']' || token === ')' ? 'close' : 'word', text: token };
  }
}

/** Parses what follows a keyword: its list in brackets. */
function parseNode(scanner: WktScanner, keyword: string, depth: number): WktNode | null {
  const start = scanner.at - keyword.length;
  if (depth > DEEPEST || scanner.next()?.kind !== 'open') return null;
  const values: string[] = [];
  const children: WktNode[] = [];
  for (let token = scanner.next(); token !== null; token = scanner.next()) {
    if (token.kind === 'close') return { keyword: keyword.toUpperCase(), values, children, text: scanner.since(start) };
    if (token.kind === 'open') return null;
    if (token.kind === 'comma') continue;
    if (token.kind === 'text' || !scanner.opens()) {
      values.push(token.text);
      continue;
    }
    const child = parseNode(scanner, token.text, depth + 1);
    if (child === null) return null;
    children.push(child);
  }
  return null;
}
