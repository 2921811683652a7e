import { crc32, deflateRawSync } from 'node:zlib';
import { EDGES, writeNumber } from './byte-mutations.ts';
import type { Dice } from './dice.ts';

/** One entry to be written, with the fields in which it may lie. */
interface Entry {
  name: string;
  content: Buffer;
  method: number;
  flags: number;
  /** The name in the local header, if it differs from the directory's. */
  localName: string;
  hasDescriptor: boolean;
  zip64: boolean;
  attributes: number;
  localExtra: Buffer;
  centralExtra: Buffer;
}

export interface ArchiveMember {
  readonly name: string;
  readonly content: Buffer;
}

const NAMES = [
  '../evil.kml', '/etc/passwd.kml', 'C:\\x.kml', '..\\x.kml', 'a/../../b.kml', 'doc.kml/', 'doc.kml\0.png', '', '.', '..', 'doc.KML', 'a/b/c/d.kml', '__MACOSX/._doc.kml', 'x'.repeat(3000) + '.kml', 'é\ud800.kml', '//x.kml', './doc.kml', '\u202ekml.exe', 'farm.shp', 'farm.geojson', 'inner.kmz',
] as const;
const METHODS = [0, 8, 9, 12, 14, 93, 99, 65535] as const;
const FLAGS = [0, 1, 8, 9, 0x20, 0x40, 0x800, 0x2000, 0x2041, 0xffff] as const;
/** A link, a folder, a device, by their Unix modes. */
const ATTRIBUTES = [0, 0o120777 << 16, 0o040755 << 16, 0o020666 << 16, 0o100644 << 16] as const;

const entryOf = ({ name, content }: ArchiveMember, dice: Dice): Entry => ({
  name, localName: name, content, method: dice.chance(0.2) ? 0 : 8, flags: 0x800, hasDescriptor: dice.chance(0.2), zip64: dice.chance(0.15), attributes: 0, localExtra: Buffer.alloc(0), centralExtra: Buffer.alloc(0),
});

type Change = (entries: Entry[], dice: Dice) => void;
const one = (change: (entry: Entry, dice: Dice) => void): Change => (entries, dice) => {
  if (entries.length > 0) change(dice.pick(entries), dice);
};

const CHANGES: readonly Change[] = [
  one((entry, dice) => (entry.name = entry.localName = dice.pick(NAMES))),
  one((entry, dice) => (entry.localName = dice.pick(NAMES))),
  one((entry, dice) => (entry.method = dice.pick(METHODS))),
  one((entry, dice) => (entry.flags = dice.pick(FLAGS))),
  one((entry, dice) => (entry.attributes = dice.pick(ATTRIBUTES))),
  one((entry) => (entry.zip64 = !entry.zip64)),
  one((entry) => (entry.hasDescriptor = !entry.hasDescriptor)),
  one((entry, dice) => (entry.content = Buffer.alloc(dice.few(3_000_000), dice.pick([0, 0x20, 0x3c])))),
  one((entry, dice) => (entry.content = entry.content.subarray(0, dice.below(entry.content.length + 1)))),
  one((entry, dice) => (entry.centralExtra = extra(dice))),
  one((entry, dice) => (entry.localExtra = extra(dice))),
  (entries, dice) => void entries.splice(dice.below(entries.length + 1), 0, { ...entries[dice.below(entries.length)] }),
  (entries, dice) => void entries.splice(dice.below(entries.length), 1),
  (entries) => void entries.reverse(),
  (entries, dice) => {
    for (let left = dice.few(200); left > 0 && entries.length > 0; left--) entries.push({ ...entries[0], name: `${left}.kml`, localName: `${left}.kml` });
  },
];

/** Extra fields; only the ZIP64 one matters, and many of them are wrong. */
function extra(dice: Dice): Buffer {
  const data = Buffer.alloc(dice.few(40));
  for (let at = 0; at + 8 <= data.length; at += 8) writeNumber(data, at, dice.pick(EDGES), 8, true);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(dice.pick([1, 1, 1, 0x5455, 0x7075, 0x9901]), 0);
  head.writeUInt16LE(dice.chance(0.7) ? data.length : dice.below(70), 2);
  return Buffer.concat([head, data]);
}

/** Writes an archive whose directory, local headers and data may contradict each other. */
export function hostileArchive(members: readonly ArchiveMember[], dice: Dice): Buffer {
  const entries = members.map((member) => entryOf(member, dice));
  for (let left = dice.below(4); left > 0; left--) if (entries.length > 0) dice.pick(CHANGES)(entries, dice);
  const bytes = written(entries, dice);
  for (let left = dice.below(3); left > 0; left--) lie(bytes, dice);
  return bytes;
}

/** Overwrites one field of some header. */
function lie(bytes: Buffer, dice: Dice): void {
  const [signature, fields] = dice.pick([
    ['PK\x03\x04', [4, 6, 8, 14, 18, 22, 26, 28]],
    ['PK\x01\x02', [6, 8, 10, 16, 20, 24, 28, 30, 32, 34, 38, 42]],
    ['PK\x05\x06', [4, 6, 8, 10, 12, 16, 20]],
    ['PK\x06\x06', [4, 16, 20, 24, 32, 40, 48]],
    ['PK\x06\x07', [4, 8, 16]],
  ] as const);
  const places: number[] = [];
  for (let at = bytes.indexOf(signature, 0, 'latin1'); at >= 0 && places.length < 100; at = bytes.indexOf(signature, at + 1, 'latin1')) places.push(at);
  if (places.length === 0) return;
  const at = dice.pick(places) + dice.pick(fields);
  const value = dice.chance(0.4) && at + 4 <= bytes.length ? bytes.readUInt32LE(at) + dice.pick([-1, 1, -30, 30, 46, 1000]) : dice.pick(EDGES);
  writeNumber(bytes, at, value, dice.pick([2, 4, 8]), true);
}

function written(entries: readonly Entry[], dice: Dice): Buffer {
  const pieces: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  const put = (piece: Buffer): void => {
    pieces.push(piece);
    at += piece.length;
  };
  if (dice.chance(0.05)) put(Buffer.from('MZ self-extracting'));
  for (const entry of entries) {
    const packed = entry.method === 0 ? entry.content : deflateRawSync(entry.content, { level: 1 });
    const offset = at;
    const checksum = crc32(entry.content);
    put(localHeader(entry, packed.length, checksum));
    put(packed);
    if (entry.hasDescriptor) put(descriptor(entry, packed.length, checksum));
    centrals.push(centralRecord(entry, packed.length, checksum, dice.chance(0.02) ? 0 : offset));
  }
  const start = at;
  for (const record of centrals) put(record);
  put(endRecords(entries.length, start, at - start, dice));
  return Buffer.concat(pieces);
}

function localHeader(entry: Entry, packed: number, checksum: number): Buffer {
  const name = Buffer.from(entry.localName);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 0, 'latin1');
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE((entry.flags | (entry.hasDescriptor ? 8 : 0)) & 0xffff, 6);
  head.writeUInt16LE(entry.method, 8);
  head.writeUInt16LE(0x21, 12);
  if (!entry.hasDescriptor) {
    head.writeUInt32LE(checksum, 14);
    head.writeUInt32LE(entry.zip64 ? 0xffffffff : packed, 18);
    head.writeUInt32LE(entry.zip64 ? 0xffffffff : entry.content.length, 22);
  }
  const fields = entry.zip64 ? Buffer.concat([zip64Field([entry.content.length, packed]), entry.localExtra]) : entry.localExtra;
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(fields.length, 28);
  return Buffer.concat([head, name, fields]);
}

function descriptor(entry: Entry, packed: number, checksum: number): Buffer {
  const bytes = Buffer.alloc(entry.zip64 ? 24 : 16);
  bytes.write('PK\x07\x08', 0, 'latin1');
  bytes.writeUInt32LE(checksum, 4);
  if (entry.zip64) {
    bytes.writeBigUInt64LE(BigInt(packed), 8);
    bytes.writeBigUInt64LE(BigInt(entry.content.length), 16);
  } else {
    bytes.writeUInt32LE(packed, 8);
    bytes.writeUInt32LE(entry.content.length, 12);
  }
  return bytes;
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * values.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return field;
}

function centralRecord(entry: Entry, packed: number, checksum: number, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const head = Buffer.alloc(46);
  head.write('PK\x01\x02', 0, 'latin1');
  head.writeUInt16LE(0x031e, 4);
  head.writeUInt16LE(20, 6);
  head.writeUInt16LE((entry.flags | (entry.hasDescriptor ? 8 : 0)) & 0xffff, 8);
  head.writeUInt16LE(entry.method, 10);
  head.writeUInt16LE(0x21, 14);
  head.writeUInt32LE(checksum, 16);
  head.writeUInt32LE(entry.zip64 ? 0xffffffff : packed, 20);
  head.writeUInt32LE(entry.zip64 ? 0xffffffff : entry.content.length, 24);
  head.writeUInt32LE(entry.attributes >>> 0, 38);
  head.writeUInt32LE(entry.zip64 ? 0xffffffff : offset, 42);
  const fields = entry.zip64 ? Buffer.concat([zip64Field([entry.content.length, packed, offset]), entry.centralExtra]) : entry.centralExtra;
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(fields.length, 30);
  return Buffer.concat([head, name, fields]);
}

function endRecords(count: number, start: number, size: number, dice: Dice): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  const zip64 = dice.chance(0.2);
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : start, 16);
  if (!zip64) return dice.chance(0.1) ? Buffer.concat([end, Buffer.from('trailing')]) : end;
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}
