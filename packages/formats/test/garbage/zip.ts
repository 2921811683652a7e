import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the archive claims, if it lies. */
  readonly claimedSize?: number;
  readonly claimedCompressedSize?: number;
  readonly method?: number;
  readonly flags?: number;
  /** Extra fields of its record in the directory. */
  readonly extra?: Uint8Array;
  /** Shares the local entry of an earlier member: overlapping entries. */
  readonly offsetOf?: number;
}

/** Writes a ZIP archive byte by byte, so that it can also be an invalid one. */
export function zipOf(members: readonly ZipMember[], claimedCount: number = members.length): Buffer {
  const locals: Buffer[] = [];
  const offsets: number[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const packed = deflateRawSync(member.content);
    const name = Buffer.from(member.name);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE((member.flags ?? 0) | 0x800, 2);
    fixed.writeUInt16LE(member.method ?? 8, 4);
    fixed.writeUInt16LE(0x21, 8);
    fixed.writeUInt32LE(crc32(member.content), 10);
    fixed.writeUInt32LE(member.claimedCompressedSize ?? packed.length, 14);
    fixed.writeUInt32LE(member.claimedSize ?? member.content.length, 18);
    fixed.writeUInt16LE(name.length, 22);
    const offset = member.offsetOf === undefined ? at : offsets[member.offsetOf];
    offsets.push(offset);
    if (member.offsetOf === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), fixed, name, packed]);
      locals.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const extra = member.extra ?? new Uint8Array();
    fixed.writeUInt16LE(extra.length, 24);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fixed, rest, name, extra]));
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(claimedCount, 8);
  end.writeUInt16LE(claimedCount, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
