import { AttributeList } from '../attributes.ts';
import type { AttributeReader, Attributes, AttributeValue } from '../attributes.ts';
import { readAhead } from '../files/read-ahead.ts';
import { likelyText } from '../utf8-text.ts';
import type { GeoJsonContent } from './dataset.ts';
import { looseJson } from './loose-json.ts';
import { Member } from './names.ts';
import { FEED } from './reader.ts';
import type { Range } from './object-node.ts';
import type { Walk } from './reader.ts';
import { CLOSED, JsonScanner } from './scanner.ts';
import { NEED } from './tokens.ts';
import { walkOver } from './walk.ts';

/** Longer properties, in bytes, are not read: they are not attributes any more. */
const LONGEST_PROPERTIES = 1 << 22;
const LONGEST_ID = 1 << 12;

/** The `properties` of each feature, or its `id` if it has none. Arrays and objects in them are returned as JSON text. */
export function geojsonAttributes({ file, items }: GeoJsonContent): AttributeReader {
  const near = readAhead(file);
  const scanner = new JsonScanner();
  const valueIn = async (range: Range | null, longest: number): Promise<unknown> => {
    if (range === null || range.end - range.start > longest) return null;
    return looseJson(likelyText(await near.read(range.start, range.end)));
  };
  return {
    async at(feature): Promise<Attributes> {
      const start = items.starts[feature];
      const end = items.ends[feature];
      if (!(start < end)) return {};
      const found = await walkOver(membersOf(scanner), scanner, near, start, end);
      const list = new AttributeList();
      const properties = await valueIn(found.properties, LONGEST_PROPERTIES);
      if (typeof properties === 'object' && properties !== null) {
        for (const [name, value] of Object.entries(properties)) list.add(name, plain(value));
      }
      const id = await valueIn(found.id, LONGEST_ID);
      if (!list.has('id') && (typeof id === 'string' || typeof id === 'number')) list.add('id', id);
      return list.finish();
    },
    close: () => Promise.resolve(),
  };
}

function plain(value: unknown): AttributeValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

/** The ranges of the two members. If a name repeats, the last one counts, as in every JSON reader. */
function* membersOf(scanner: JsonScanner): Walk<{ properties: Range | null; id: Range | null }> {
  const found: { properties: Range | null; id: Range | null } = { properties: null, id: null };
  while (scanner.blank() === NEED) yield FEED;
  scanner.enter();
  for (;;) {
    let member = scanner.member();
    while (member === NEED) {
      yield FEED;
      member = scanner.member();
    }
    if (member === CLOSED) return found;
    const start = scanner.offset;
    while (!scanner.skip()) yield FEED;
    const range = { start, end: scanner.offset };
    if (member === Member.Properties) found.properties = range;
    else if (member === Member.Id) found.id = range;
  }
}
