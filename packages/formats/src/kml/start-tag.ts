import { resolveReferences } from './coordinates.ts';

/** A start tag with the attributes that say something about a placemark or its fields. */
export interface KnownTag {
  /** Each is empty where it is not given. */
  readonly name: string;
  readonly id: string;
  readonly schemaUrl: string;
  readonly type: string;
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g;

/** Takes a start tag apart. */
export function attributesOf(tag: string): KnownTag {
  const found = new Map<string, string>();
  for (const [, name, quoted] of tag.matchAll(ATTRIBUTE)) {
    // XML turns white space of an attribute into blanks; what is written as a reference stays.
    found.set(name, resolveReferences(quoted.slice(1, -1).replace(/\r\n|[\t\r\n]/g, ' ')));
  }
  const of = (name: string): string => found.get(name) ?? '';
  return { name: of('name'), id: of('id'), schemaUrl: of('schemaUrl'), type: of('type') };
}
