import { resolveReferences } from './coordinates.ts';

/** A start tag with the attributes that matter for placemarks and fields. */
export interface KnownTag {
  /** Each is empty if absent. */
  readonly name: string;
  readonly id: string;
  readonly schemaUrl: string;
  readonly type: string;
  /** What the elements of a `Schema` of KML 2.0 and 2.1 are a kind of. */
  readonly parent: string;
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Parses a start tag. */
export function attributesOf(tag: string): KnownTag {
  const found = new Map<string, string>();
  for (const [, name, quoted] of tag.matchAll(ATTRIBUTE)) {
    // XML turns white space in an attribute into blanks; white space written as a reference stays.
    found.set(name, resolveReferences(quoted.slice(1, -1).replace(/\r\n|[\t\r\n]/g, ' ')));
  }
  const of = (name: string): string => found.get(name) ?? '';
  return { name: of('name'), id: of('id'), schemaUrl: of('schemaUrl'), type: of('type'), parent: of('parent') };
}
