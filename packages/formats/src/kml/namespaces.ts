import type { XmlName } from './names.ts';
import type { NamespaceDeclaration } from './scanner.ts';

const KML_NAMESPACE = /^https?:\/\/(?:www\.)?(?:opengis\.net\/kml\/2\.[0-9]|earth\.google\.com\/kml\/[12]\.[0-9])\/?$/;

/** The extensions of Google, whose tracks became part of KML 2.3. */
const GOOGLE_NAMESPACE = /^https?:\/\/www\.google\.com\/kml\/ext\/2\.[0-9]\/?$/;

/** Whether a URI is a KML namespace of any version. */
function isKmlNamespace(uri: string): boolean {
  return KML_NAMESPACE.test(uri);
}

type Meaning = 'kml' | 'google' | 'other';

/**
 * Which prefixes mean KML at one point of the document. Files without a namespace, with a wrong one on `<kml>`, or with an
 * undeclared prefix are common; the root element's own namespace counts as KML.
 */
export class NamespaceScope {
  /** Null for that of the root. Nothing is copied from it: any number of elements may declare something within thousands of declarations. */
  private readonly outer: NamespaceScope | null;
  private readonly own: ReadonlyMap<string, Meaning>;
  private readonly uris: ReadonlySet<string>;

  private constructor(outer: NamespaceScope | null, own: ReadonlyMap<string, Meaning>, uris: ReadonlySet<string>) {
    this.outer = outer;
    this.own = own;
    this.uris = uris;
  }

  static ofRoot(name: XmlName, declarations: readonly NamespaceDeclaration[]): NamespaceScope {
    const uris = new Set([declarations.find(({ prefix }) => prefix === name.prefix)?.uri ?? '']);
    return new NamespaceScope(null, new Map([['', 'kml'], ...meaningsOf(declarations, uris), [name.prefix, 'kml']]), uris);
  }

  with(declarations: readonly NamespaceDeclaration[]): NamespaceScope {
    return declarations.length === 0 ? this : new NamespaceScope(this, new Map(meaningsOf(declarations, this.uris)), this.uris);
  }

  /** Whether it is an element of KML or of Google's extensions, whose prefix is `gx` where none is declared. */
  isKmlOrGoogle(name: XmlName): boolean {
    const meaning = this.meaningOf(name.prefix) ?? (name.prefix === 'gx' ? 'google' : 'other');
    return meaning !== 'other';
  }

  isKml(name: XmlName): boolean {
    return this.meaningOf(name.prefix) === 'kml';
  }

  private meaningOf(prefix: string): Meaning | undefined {
    return this.own.get(prefix) ?? this.outer?.meaningOf(prefix);
  }
}

function meaningsOf(declarations: readonly NamespaceDeclaration[], uris: ReadonlySet<string>): [prefix: string, meaning: Meaning][] {
  return declarations.map(({ prefix, uri }) => [prefix, uri === '' || uris.has(uri) || isKmlNamespace(uri) ? 'kml' : GOOGLE_NAMESPACE.test(uri) ? 'google' : 'other']);
}
