import { AttributeList, LONGEST_TEXT } from '../attributes.ts';
import type { AttributeReader, Attributes } from '../attributes.ts';
import { readAhead } from '../files/read-ahead.ts';
import { resolveReferences } from './coordinates.ts';
import type { KmlContent } from './dataset.ts';
import { TextWindow } from './encoding.ts';
import { localNameOf, type XmlName } from './names.ts';
import { NamespaceScope } from './namespaces.ts';
import type { PlacemarkKinds } from './placemark-kinds.ts';
import { XmlScanner } from './scanner.ts';
import type { NamespaceDeclaration, XmlHandler } from './scanner.ts';
import { attributesOf } from './start-tag.ts';

const CHUNK = 1 << 18;
/** Elements of a placemark whose text is an attribute. */
const OWN_TEXTS = new Set(['name', 'description', 'address', 'phoneNumber']);

/**
 * Name and description of each placemark and its ExtendedData: `Data` with its `value`, `SimpleData` of a schema; in KML 2.0 and 2.1
 * also the elements that a schema gives its placemarks. All are texts as the file has them; types declared by a schema are ignored.
 */
export function kmlAttributes({ file, encoding, kinds, places }: KmlContent, layer: number): AttributeReader {
  const { spans, scope } = places[layer];
  const near = readAhead(file);
  const byte = (unit: number): number => encoding.byteOrderMark + unit * encoding.unitWidth;
  return {
    async at(feature): Promise<Attributes> {
      const start = spans[2 * feature];
      const end = spans[2 * feature + 1];
      const collector = new AttributeCollector(scope, kinds);
      const scanner = new XmlScanner(collector, { isFragment: true });
      // The next piece begins with what the scan did not consume, so pieces grow while nothing is consumed.
      let size = CHUNK;
      for (let at = start; at < end; ) {
        const to = Math.min(end, at + size);
        const window = new TextWindow(await near.read(byte(at), byte(to)), at, encoding);
        collector.window = window;
        const used = scanner.scan(window, to === end);
        size = used === 0 ? size * 2 : CHUNK;
        at = to === end ? end : at + used;
      }
      return collector.list.finish();
    },
    close: () => Promise.resolve(),
  };
}

/** Follows the path down to the elements that hold attributes; everything else, above all the coordinates, is skipped. */
class AttributeCollector implements XmlHandler {
  readonly list = new AttributeList();
  /** The window being scanned, from which start tags are read again for their attributes. */
  window: TextWindow | null = null;
  readonly #path: string[] = [];
  readonly #scopes: NamespaceScope[];
  /** Depth at which text is collected; 0 if none is. */
  #gathering = 0;
  #key = '';
  #dataName = '';
  #text = '';

  readonly #kinds: PlacemarkKinds;
  /** The fields that this kind of placemark has in elements of their own. */
  #ownFields: ReadonlySet<string> = new Set();

  constructor(scope: NamespaceScope, kinds: PlacemarkKinds) {
    this.#scopes = [scope];
    this.#kinds = kinds;
  }

  open(name: XmlName, namespaces: readonly NamespaceDeclaration[], start: number, end: number): void {
    const scope = (this.#scopes.at(-1) ?? NamespaceScope.ofRoot(name, namespaces)).with(namespaces);
    this.#scopes.push(scope);
    this.#path.push(scope.isKml(name) ? name.local : `foreign ${name.local}`);
    if (this.#gathering > 0) return;
    const [, second, third, fourth, fifth] = this.#path;
    const depth = this.#path.length;
    if (depth === 1 && !this.#kinds.isEmpty) this.#ownFields = this.#kinds.fieldsOf(this.#localName(name, start));
    else if (depth === 2 && OWN_TEXTS.has(second)) this.#gather(second);
    else if (depth === 2 && this.#ownFields.size > 0 && scope.isKml(name) && this.#ownFields.has(this.#localName(name, start))) this.#gather(this.#localName(name, start));
    else if (second !== 'ExtendedData') return;
    else if (depth === 3 && third === 'Data') this.#dataName = this.#nameGiven(start, end);
    else if (depth === 4 && third === 'Data' && fourth === 'value') this.#gather(this.#dataName);
    else if (depth === 4 && third === 'SchemaData' && fourth === 'SimpleData') this.#gather(this.#nameGiven(start, end));
    else if (depth === 5 && third === 'SchemaData' && fifth === 'SimpleData') this.#gather(this.#nameGiven(start, end));
    // Foreign elements directly in ExtendedData hold a value under their own name.
    else if (depth === 3 && third.startsWith('foreign ')) this.#gather(name.local);
  }

  close(): void {
    if (this.#gathering === this.#path.length && this.#gathering > 0) {
      const text = this.#text.trim();
      if (this.#key !== '' && !(this.#path.length === 2 && text === '')) this.list.add(this.#key, text === '' ? null : text);
      this.#gathering = 0;
    }
    this.#path.pop();
    this.#scopes.pop();
  }

  text(window: TextWindow, from: number, to: number, literal: boolean): void {
    if (this.#gathering === 0 || this.#text.length >= LONGEST_TEXT) return;
    const text = window.beginning(from, to, 4 * LONGEST_TEXT);
    this.#text += literal ? text : resolveReferences(text);
  }

  #gather(key: string): void {
    this.#key = key;
    this.#text = '';
    this.#gathering = this.#path.length;
  }

  #localName(name: XmlName, start: number): string {
    return this.window === null ? name.local : localNameOf(name, this.window, start);
  }

  /** The attribute `name` of the start tag [start, end). */
  #nameGiven(start: number, end: number): string {
    const { window } = this;
    const tag = window === null ? '' : window.text(start - window.base, end - window.base);
    return attributesOf(tag).name.trim();
  }
}
