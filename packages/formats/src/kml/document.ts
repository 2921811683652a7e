import { ProblemError, type ErrorDetails } from '@geoinsights/contract/errors';
import type { DatasetNote, InputFile, OpenOptions } from '../driver.ts';
import { encodingNote, EncodingWatch } from '../encoding-watch.ts';
import { CoordinateReader } from './coordinates.ts';
import { detectEncoding, TextWindow, type TextEncoding } from './encoding.ts';
import { LayerBuilder } from './layer-builder.ts';
import { PlacemarkKinds } from './placemark-kinds.ts';
import { KmlReader, NotKml, type ContainerElement } from './reader.ts';
import { XmlFault, XmlScanner } from './scanner.ts';

const CHUNK = 1 << 20;
export const MAXIMUM_LAYERS = 100_000;
/** With less of the file read, do not extrapolate how much is to come. */
const FEWEST_BYTES_TO_GUESS = 1 << 16;

interface KmlDocument {
  readonly encoding: TextEncoding;
  readonly notes: readonly DatasetNote[];
  readonly kinds: PlacemarkKinds;
  /** How many other files it links to. */
  readonly links: number;
  /** In the order of their first placemark; a null container means that a placemark is the root. */
  readonly layers: readonly { readonly container: ContainerElement | null; readonly builder: LayerBuilder }[];
}

export interface ReadingOptions extends Pick<OpenOptions, 'onProgress'> {
  /** Whether tracks are lines. A patch cannot be laid over those. */
  readonly readsTracks?: boolean;
}

/**
 * Reads a KML document in chunks.
 *
 * A layer is a container with the placemarks directly in it. Overlaps are judged within a layer. In real documents, folders
 * hold different things that overlap on purpose (a property, its reserve, alerts), so placemarks of different folders must
 * not be repaired against each other.
 * @throws ProblemError for everything that is not well-formed KML
 */
export async function readDocument(file: InputFile, options: ReadingOptions = {}): Promise<KmlDocument> {
  const watch = new EncodingWatch();
  const watched = watch.over(file);
  const encoding = await beginDocument(watched);
  const kinds = new PlacemarkKinds();
  const read = async (from: InputFile): Promise<Read> => {
    try {
      return await readPlacemarks(from, encoding, kinds, options);
    } catch (error) {
      throw await asProblem(error, file, encoding);
    }
  };
  const first = await read(watched);
  const { builders, links } = kinds.isLate ? await read(file) : first;
  const notes = encoding.label === 'utf-8' ? encodingNote(watch, file) : [];
  return { encoding, notes, kinds, links, layers: [...builders].map(([container, builder]) => ({ container, builder })) };
}

type Builders = Map<ContainerElement | null, LayerBuilder>;

interface Read {
  readonly builders: Builders;
  readonly links: number;
}

/** @throws XmlFault, NotKml */
async function readPlacemarks(file: InputFile, encoding: TextEncoding, kinds: PlacemarkKinds, { onProgress, readsTracks = false }: ReadingOptions): Promise<Read> {
  const builders: Builders = new Map();
  let links = 0;
  const reader = new KmlReader(
    {
      placemark: (placemark, container, scope, coordinates) => {
        let builder = builders.get(container);
        if (builder === undefined) {
          if (builders.size >= MAXIMUM_LAYERS) throw new XmlFault(`it has more than ${MAXIMUM_LAYERS} folders with placemarks`, placemark.start, 'limit');
          builders.set(container, (builder = new LayerBuilder(scope)));
        }
        const read = placemark.end * encoding.unitWidth;
        // With several layers, we cannot know which of them the rest of the file belongs to.
        const canGuess = builders.size === 1 && read > FEWEST_BYTES_TO_GUESS;
        builder.add(placemark, coordinates, canGuess ? read / file.size : 0);
      },
      other: (name) => {
        if (name === 'NetworkLink') links++;
      },
    },
    new CoordinateReader(),
    null,
    null,
    kinds,
    readsTracks,
  );
  const scanner = new XmlScanner(reader);
  await scanFile(file, encoding, { scan: (window, final) => scanner.scan((reader.window = window), final) }, onProgress);
  return { builders, links };
}

/** Checks the first bytes of a file. @returns its encoding @throws ProblemError if it is empty or not XML at all */
export async function beginDocument(file: InputFile): Promise<TextEncoding> {
  if (file.size === 0) throw new ProblemError('file-empty', { file: file.name });
  const head = await file.read(0, 1024);
  const encoding = detectEncoding(head, file.name);
  refuseOtherContent(head, encoding, file.name);
  return encoding;
}

/** Scans the document in chunks. @throws XmlFault */
export async function scanFile(file: InputFile, encoding: TextEncoding, scanner: Pick<XmlScanner, 'scan'>, onProgress?: (share: number) => void): Promise<void> {
  const decoder = new TextDecoder(encoding.label, { ignoreBOM: true });
  let position = encoding.byteOrderMark;
  let base = 0;
  /** Begins with the units that the scanner did not consume. */
  let room = new Uint8Array(Math.min(2 * CHUNK, file.size));
  let left = 0;
  for (;;) {
    const end = Math.min(file.size, position + CHUNK);
    if (left + end - position > room.length) room = enlarged(room, left + 2 * CHUNK);
    const chunk = await file.read(position, end, room.subarray(left));
    if (chunk.buffer !== room.buffer) room.set(chunk, left);
    position += chunk.length;
    const final = position >= file.size || chunk.length === 0;
    const bytes = room.subarray(0, left + chunk.length);
    const window = new TextWindow(bytes, base, encoding, decoder);
    if (final && bytes.length % encoding.unitWidth !== 0) throw new XmlFault('the file ends in the middle of a character; it seems to be cut off', base + window.units.length);
    const used = scanner.scan(window, final);
    onProgress?.(position / file.size);
    if (final) return;
    base += used;
    room.copyWithin(0, used * encoding.unitWidth, bytes.length);
    left = bytes.length - used * encoding.unitWidth;
  }
}

function enlarged(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

/** Reports what a file is that is not XML at all. */
function refuseOtherContent(head: Uint8Array, encoding: TextEncoding, file: string): void {
  const start = new TextWindow(head.subarray(encoding.byteOrderMark), 0, encoding).text(0, 256).trimStart();
  if (start === '' || start.startsWith('<')) return;
  const what = start.startsWith('PK') ? 'a ZIP archive (perhaps a KMZ; rename it to .kmz)' : /^[[{]/.test(start) ? 'JSON (perhaps GeoJSON; rename it to .geojson)' : start.startsWith('SQLite') ? 'an SQLite database (perhaps a GeoPackage; rename it to .gpkg)' : 'something other than XML';
  throw new ProblemError('not-kml', { file, what });
}

const KNOWN_ROOTS: Readonly<Partial<Record<string, string>>> = {
  gpx: 'GPX', html: 'an HTML page', svg: 'an SVG drawing', rss: 'an RSS feed', feed: 'an Atom feed', osm: 'OpenStreetMap data',
  featurecollection: 'GML', tcx: 'TCX', trainingcenterdatabase: 'TCX', qgis: 'a QGIS project', networklinkcontrol: 'a network link control',
  worksheet: 'a spreadsheet', serviceexceptionreport: 'an error message from a map server', exceptionreport: 'an error message from a map server',
};

function describeRoot(root: string): string {
  const local = root.slice(root.indexOf(':') + 1).toLowerCase();
  const known = KNOWN_ROOTS[local];
  return known ?? (root.toLowerCase().startsWith('gml:') ? 'GML' : `another kind of XML (its first element is <${root.slice(0, 60)}>)`);
}

/** Converts a fault into a problem of the error table, with line and column. */
export async function asProblem(error: unknown, file: InputFile, encoding: TextEncoding): Promise<unknown> {
  if (error instanceof NotKml) return new ProblemError('not-kml', { file: file.name, what: describeRoot(error.root) });
  if (!(error instanceof XmlFault)) return error;
  if (error.kind === 'doctype' && /^(?:html|svg|gpx|osm)$/i.test(error.message)) return new ProblemError('not-kml', { file: file.name, what: describeRoot(error.message) });
  const place = await lineAndColumn(file, encoding, error.position);
  if (error.kind === 'limit') return new ProblemError('too-large', { file: file.name, reason: `${error.message} (line ${place.line}, column ${place.column}).` });
  const details: ErrorDetails = { file: file.name, ...place };
  return error.kind === 'doctype' ? new ProblemError('xml-doctype', details) : new ProblemError('xml-malformed', { ...details, reason: error.message });
}

/** Counts from the start of the file, which only happens for a message. Both count from 1; columns are characters. */
async function lineAndColumn(file: InputFile, encoding: TextEncoding, position: number): Promise<{ line: number; column: number }> {
  let line = 1;
  let column = 1;
  let afterReturn = false;
  const { unitWidth, byteOrderMark, label } = encoding;
  for (let from = 0; from < position; from += CHUNK) {
    const to = Math.min(position, from + CHUNK);
    const { units } = new TextWindow(await file.read(byteOrderMark + from * unitWidth, byteOrderMark + to * unitWidth), from, encoding);
    for (const unit of units) {
      if (unit === 0x0d || (unit === 0x0a && !afterReturn)) {
        line++;
        column = 1;
      } else if (unit !== 0x0a && !(label === 'utf-8' && (unit & 0xc0) === 0x80)) {
        column++;
      }
      afterReturn = unit === 0x0d;
    }
  }
  return { line, column };
}
