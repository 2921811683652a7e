/** The specification of a .dbf column. */
export interface MadeColumn {
  readonly name: string;
  readonly type: string;
  readonly length: number;
  readonly decimals?: number;
}

const latin = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

/** A .dbf, written from its specification without any code of the driver. Values are bytes, one per character, padded with blanks; rows may be marked as deleted. */
export function makeTable(columns: readonly MadeColumn[], rows: readonly (readonly string[])[], deleted: readonly number[] = [], languageByte = 0): Uint8Array<ArrayBuffer> {
  const headerBytes = 33 + 32 * columns.length;
  const rowBytes = columns.reduce((sum, { length }) => sum + length, 1);
  const bytes = new Uint8Array(headerBytes + rows.length * rowBytes + 1).fill(0x20, headerBytes);
  const view = new DataView(bytes.buffer);
  bytes[0] = 3;
  bytes[29] = languageByte;
  view.setUint32(4, rows.length, true);
  view.setUint16(8, headerBytes, true);
  view.setUint16(10, rowBytes, true);
  columns.forEach(({ name, type, length, decimals = 0 }, index) => {
    const at = 32 * (index + 1);
    bytes.set(latin(name), at);
    bytes.set(latin(type), at + 11);
    bytes[at + 16] = length;
    bytes[at + 17] = decimals;
  });
  bytes[headerBytes - 1] = 0x0d;
  rows.forEach((row, index) => {
    let at = headerBytes + index * rowBytes;
    if (deleted.includes(index)) bytes[at] = 0x2a;
    at++;
    row.forEach((value, column) => {
      bytes.set(latin(value).slice(0, columns[column].length), at);
      at += columns[column].length;
    });
  });
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
