import type { InputFile } from '../../driver.ts';
import { CoordinateReader } from '../coordinates.ts';
import { scanFile } from '../document.ts';
import type { PlacemarkElement } from '../elements.ts';
import { TextWindow, type TextEncoding } from '../encoding.ts';
import type { NamespaceScope } from '../namespaces.ts';
import type { PlacemarkKinds } from '../placemark-kinds.ts';
import { KmlReader, type ContainerElement } from '../reader.ts';
import { XmlFault, XmlScanner } from '../scanner.ts';
import { PlacemarkTexts, type PlacemarkText } from './placemark-texts.ts';
import type { Schemas } from './schemas.ts';

/** A placemark that was read; valid until the scan continues. */
export interface ReadPlacemark {
  readonly element: PlacemarkElement;
  readonly container: ContainerElement | null;
  readonly scope: NamespaceScope;
  readonly coordinates: CoordinateReader;
  readonly values: readonly PlacemarkText[];
  readonly schemaUrls: readonly string[];
  /** Empty if it has none. */
  readonly id: string;
}

/** Scans a whole document, or placemarks cut from it, and emits each placemark with its values. */
export class DocumentScan {
  readonly #texts: PlacemarkTexts;
  readonly #reader: KmlReader;
  readonly #scanner: XmlScanner;

  /**
   * @param outer the scope around placemarks that are cut from their document; null for a whole document
   * @param other receives the name of each other element next to placemarks, and of each in one that does not become a value; with its prefix if it is not of KML
   * @param emptyContainer receives each container without placemarks and containers
   * @param kinds as far as they are known; it learns more
   */
  constructor(schemas: Schemas, outer: NamespaceScope | null, take: (placemark: ReadPlacemark) => void, other: (name: string) => void = () => undefined, emptyContainer: (container: ContainerElement) => void = () => undefined, kinds?: PlacemarkKinds) {
    const texts = new PlacemarkTexts(schemas, other);
    const handler = {
      other,
      emptyContainer,
      placemark: (element: PlacemarkElement, container: ContainerElement | null, scope: NamespaceScope, coordinates: CoordinateReader): void => {
        take({ element, container, scope, coordinates, values: texts.values, schemaUrls: texts.schemaUrls, id: texts.id });
      },
    };
    this.#texts = texts;
    this.#reader = new KmlReader(handler, new CoordinateReader(), outer, texts, kinds);
    this.#scanner = new XmlScanner(this.#reader, { isFragment: outer !== null });
  }

  /** Like `XmlScanner.scan`. */
  scan(window: TextWindow, final: boolean): number {
    this.#texts.window = window;
    this.#reader.window = window;
    return this.#scanner.scan(window, final);
  }

  restart(): void {
    this.#scanner.restart();
  }
}

const CHUNK = 1 << 20;
/** A larger placemark is scanned in pieces. */
const LARGE = 4 * CHUNK;

/** Scans placemarks of a document one by one, reading the file in pieces that hold many of them. */
export class PlacemarkPieces {
  readonly #file: InputFile;
  readonly #encoding: TextEncoding;
  readonly #scan: DocumentScan;
  readonly #last: number;
  readonly #decoder: InstanceType<typeof TextDecoder>;
  #room = new Uint8Array(0);
  #bytes: Uint8Array = this.#room;
  /** Where `#bytes` begins, in units. */
  #base = 0;

  /** @param last where the last of them ends, in units: nothing behind it is read */
  constructor(file: InputFile, encoding: TextEncoding, scan: DocumentScan, last: number) {
    this.#file = file;
    this.#encoding = encoding;
    this.#scan = scan;
    this.#last = last;
    this.#decoder = new TextDecoder(encoding.label, { ignoreBOM: true });
  }

  /** Scans the placemark at [start, end), in units, if it is in memory. @returns whether it was */
  scan(start: number, end: number): boolean {
    const { unitWidth } = this.#encoding;
    if (start < this.#base || (end - this.#base) * unitWidth > this.#bytes.length) return false;
    const bytes = this.#bytes.subarray((start - this.#base) * unitWidth, (end - this.#base) * unitWidth);
    this.#scan.scan(new TextWindow(bytes, start, this.#encoding, this.#decoder), true);
    this.#scan.restart();
    return true;
  }

  /** Scans the placemark at [start, end), in units, after loading it together with those that follow. */
  async loadAndScan(start: number, end: number): Promise<void> {
    const { unitWidth, byteOrderMark } = this.#encoding;
    const from = byteOrderMark + start * unitWidth;
    const to = byteOrderMark + end * unitWidth;
    if (to - from > LARGE) {
      await scanFile(rangeOf(this.#file, from, to), { ...this.#encoding, byteOrderMark: 0 }, this.#scan);
      this.#scan.restart();
      return;
    }
    const most = Math.min(byteOrderMark + this.#last * unitWidth, Math.max(to, from + CHUNK));
    if (most - from > this.#room.length) this.#room = new Uint8Array(most - from);
    this.#bytes = await this.#file.read(from, most, this.#room);
    this.#base = start;
    if (!this.scan(start, end)) throw new XmlFault('the file became shorter while it was read', start);
  }
}

function rangeOf(file: InputFile, from: number, to: number): InputFile {
  return { name: file.name, size: to - from, read: (start, end, room) => file.read(from + start, Math.min(to, from + end), room) };
}
