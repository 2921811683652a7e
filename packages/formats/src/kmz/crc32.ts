/** The CRC-32 polynomial of ZIP (ISO 3309), bits reversed. */
const POLYNOMIAL = 0xedb8_8320;
let table: Uint32Array | undefined;

/** The CRC-32 of consecutive bytes. @param checksum of the bytes before, 0 at the start */
export function crc32(bytes: Uint8Array, checksum: number): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    return value;
  });
  let value = ~checksum;
  for (const byte of bytes) value = table[(value ^ byte) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
