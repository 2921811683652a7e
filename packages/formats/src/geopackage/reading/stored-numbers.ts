/** Something that is damaged, or only not read here. The message is for tests: whoever meets it asks SQLite. */
export class Unusual extends Error {}

/** Numbers of up to 9 bytes with 7 bits each, as SQLite stores lengths, keys and types. Those beyond 53 bits, which negative ones are too, are left to SQLite. */
export class StoredNumbers {
  /** Where the next one begins. */
  at = 0;

  /** @throws Unusual if it goes on beyond `end` */
  next(bytes: Uint8Array, end: number): number {
    let value = 0;
    for (let count = 1; count < 9 && this.at < end; count++) {
      const byte = bytes[this.at++];
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value;
    }
    throw new Unusual('a large number');
  }
}
