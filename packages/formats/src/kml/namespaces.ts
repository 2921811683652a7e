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
  private readonly prefixes: ReadonlyMap<string, Meaning>;
  private readonly uris: ReadonlySet<string>;

  private constructor(prefixes: ReadonlyMap<string, Meaning>, uris: ReadonlySet<string>) {
    this.prefixes = prefixes;
    this.uris = uris;
  }

  static ofRoot(name: XmlName, declarations: readonly NamespaceDeclaration[]): NamespaceScope {
    const uri = declarations.find(({ prefix }) => prefix === name.prefix)?.uri ?? '';
    const root = new NamespaceScope(new Map([['', 'kml']]), new Set([uri]));
    const scope = root.with(declarations);
    return new NamespaceScope(new Map([...scope.prefixes, [name.prefix, 'kml']]), scope.uris);
  }

  with(declarations: readonly NamespaceDeclaration[]): NamespaceScope {
    if (declarations.length === 0) return this;
    const prefixes = new Map(this.prefixes);
    for (const { prefix, uri } of declarations) prefixes.set(prefix, uri === '' || this.uris.has(uri) || isKmlNamespace(uri) ? 'kml' : GOOGLE_NAMESPACE.test(uri) ? 'google' : 'other');
    return new NamespaceScope(prefixes, this.uris);
  }

  /** Whether it is an element of KML or of Google's extensions, whose prefix is `gx` where none is declared. */
  isKmlOrGoogle(name: XmlName): boolean {
    const meaning = this.prefixes.get(name.prefix) ?? (name.prefix === 'gx' ? 'google' : 'other');
    return meaning !== 'other';
  }

  isKml(name: XmlName): boolean {
    return this.prefixes.get(name.prefix) === 'kml';
  }
}
