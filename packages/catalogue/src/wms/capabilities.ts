import { ProblemError } from '@geoinsights/contract/errors';
import { SaxesParser } from 'saxes';

/** A layer that a WMS offers by name. */
export interface OfferedLayer {
  /** Its name for LAYERS. */
  readonly code: string;
  readonly title: string;
  readonly abstract: string;
  /** The attribution of its data according to the service; may be inherited from an enclosing layer. */
  readonly attribution: string | null;
  /** Whether it is available in web Mercator, which the map requests; null if the service does not list its systems. */
  readonly isInMercator: boolean | null;
  /** Web map zoom from which the service draws it; null if always. */
  readonly minimumZoom: number | null;
  /** Titles of the enclosing layers, outermost first. */
  readonly path: readonly string[];
}

export interface Capabilities {
  readonly version: string;
  readonly title: string;
  /** The address for GetMap according to the service. */
  readonly getMapUrl: string | null;
  readonly fees: string | null;
  readonly accessConstraints: string | null;
  readonly layers: readonly OfferedLayer[];
}

const DEEPEST = 200;
const MOST_LAYERS = 50_000;
const LONGEST_TEXT = 5000;

const MERCATOR = new Set(['EPSG:3857', 'EPSG:900913', 'EPSG:3785', 'EPSG:102100']);
/** Size of a web map pixel in metres at zoom 0, and the corresponding scale by the standard, with pixels of 0.28 mm. */
const PIXEL_AT_ZOOM_0 = 156_543.033_928_041;
const DENOMINATOR_AT_ZOOM_0 = PIXEL_AT_ZOOM_0 / 0.000_28;
const FARTHEST_ZOOM = 24;

/** A layer being read; without a code it only groups others. */
interface FoundLayer {
  code: string | null;
  title: string;
  abstract: string;
  attribution: string | null;
  isInMercator: boolean | null;
  minimumZoom: number | null;
  readonly path: readonly string[];
}

/**
 * Parses a GetCapabilities response of WMS 1.1.1 or 1.3.0. External document types and entities other than XML's own are not supported:
 * the DOCTYPE of 1.1.1 is skipped.
 * @param host for the error message
 * @throws ProblemError `wms-not-understood`
 */
export function readCapabilities(xml: string, host: string): Capabilities {
  const refuse = (reason: string, cause?: unknown): ProblemError => new ProblemError('wms-not-understood', { host, reason }, { cause });
  const reader = new CapabilitiesReader(refuse);
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw refuse('it is not well-formed XML', error);
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => reader.close(localName(name)));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  parser.write(xml).close();
  return reader.finish();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

class CapabilitiesReader {
  readonly #refuse: (reason: string) => ProblemError;
  readonly #path: string[] = [];
  readonly #open: FoundLayer[] = [];
  /** In document order: a layer comes before those inside it. */
  readonly #found: FoundLayer[] = [];
  #version: string | null = null;
  #text = '';
  #title = '';
  #fees: string | null = null;
  #accessConstraints: string | null = null;
  #getMapUrl: string | null = null;
  #exception: string | null = null;

  constructor(refuse: (reason: string) => ProblemError) {
    this.#refuse = refuse;
  }

  open(name: string, attributes: Readonly<Partial<Record<string, string>>>): void {
    if (this.#path.length === 0) this.#root(name, attributes);
    if (this.#path.length >= DEEPEST) throw this.#refuse(`its elements are nested more than ${DEEPEST} deep`);
    this.#path.push(name);
    this.#text = '';
    if (name === 'Layer') this.#beginLayer();
    // The diagonal of the largest pixel: WMS 1.1.1's kind of scale.
    if (name === 'ScaleHint') this.#showFrom(PIXEL_AT_ZOOM_0, Number(attributes['max']) / Math.SQRT2);
    if (name === 'OnlineResource' && this.#endsWith('GetMap', 'DCPType', 'HTTP', 'Get', 'OnlineResource')) {
      this.#getMapUrl ??= attributes['xlink:href'] ?? attributes['href'] ?? null;
    }
  }

  #root(name: string, attributes: Readonly<Partial<Record<string, string>>>): void {
    if (name === 'ServiceExceptionReport') this.#version = 'exception';
    else if (name === 'WMS_Capabilities' || name === 'WMT_MS_Capabilities') this.#version = attributes['version'] ?? '1.3.0';
    else throw this.#refuse(`its first element is <${name.slice(0, 60)}>`);
  }

  #beginLayer(): void {
    if (this.#found.length >= MOST_LAYERS) throw this.#refuse(`it has more than ${MOST_LAYERS} layers`);
    const around = this.#open.at(-1);
    const inherited = { attribution: around?.attribution ?? null, isInMercator: around?.isInMercator ?? null, minimumZoom: around?.minimumZoom ?? null };
    const layer: FoundLayer = { code: null, title: '', abstract: '', ...inherited, path: this.#open.map(({ title }) => title) };
    this.#open.push(layer);
    this.#found.push(layer);
  }

  text(text: string): void {
    this.#text += text.slice(0, LONGEST_TEXT - this.#text.length);
  }

  close(name: string): void {
    // Control characters would affect the terminal of whoever reads the list.
    const text = this.#text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    const layer = this.#open.at(-1);
    const parent = this.#path.at(-2);
    if (name === 'Layer') this.#open.pop();
    else if (name === 'ServiceException') this.#exception ??= text;
    else if (parent === 'Service') this.#service(name, text);
    else if (layer !== undefined && parent === 'Layer') this.#describe(layer, name, text);
    else if (layer !== undefined && parent === 'Attribution' && name === 'Title') layer.attribution = text === '' ? layer.attribution : text;
    this.#text = '';
    this.#path.pop();
  }

  #service(name: string, text: string): void {
    if (name === 'Title') this.#title = text;
    else if (name === 'Fees') this.#fees = meaningful(text);
    else if (name === 'AccessConstraints') this.#accessConstraints = meaningful(text);
  }

  #describe(layer: FoundLayer, name: string, text: string): void {
    if (name === 'Name') layer.code = text === '' ? null : text;
    else if (name === 'Title') layer.title = text;
    else if (name === 'Abstract') layer.abstract = text;
    else if (name === 'CRS' || name === 'SRS') layer.isInMercator = (layer.isInMercator ?? false) || text.toUpperCase().split(' ').some((one) => MERCATOR.has(one));
    else if (name === 'MaxScaleDenominator') this.#showFrom(DENOMINATOR_AT_ZOOM_0, Number(text));
  }

  /** Services round their scales. */
  #showFrom(atZoom0: number, largest: number): void {
    const layer = this.#open.at(-1);
    const zoom = Math.ceil(Math.log2(atZoom0 / largest) - 0.01);
    if (layer !== undefined && zoom > 0 && zoom <= FARTHEST_ZOOM) layer.minimumZoom = zoom;
  }

  #endsWith(...names: readonly string[]): boolean {
    return names.every((name, at) => this.#path.at(at - names.length) === name);
  }

  finish(): Capabilities {
    if (this.#version === null || this.#version === 'exception') throw this.#refuse(this.#exception === null ? 'it is empty' : `it says "${this.#exception.slice(0, 200)}"`);
    const layers = this.#found.flatMap(({ code, ...layer }) => (code === null ? [] : [{ ...layer, code, title: layer.title || code }]));
    return { version: this.#version, title: this.#title, getMapUrl: this.#getMapUrl, fees: this.#fees, accessConstraints: this.#accessConstraints, layers };
  }
}

/** Services write "NONE" if there is nothing to say. */
function meaningful(text: string): string | null {
  return text === '' || /^(none|no|nenhum|nenhuma|unknown|-)$/i.test(text) ? null : text;
}
