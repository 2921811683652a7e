/** The sizes in a compress report. */
export interface Sizes {
  readonly files: { name: string; bytes: number; packed_bytes: number }[];
  readonly bytes: number;
  readonly packed_bytes: number;
}

/** With more files only the total is listed. */
const MOST_LINES = 20;

/** Sizes before and after, file by file. */
export function summaryLines({ files, bytes, packed_bytes: packed }: Sizes): string[] {
  const lines = files.length > MOST_LINES ? [] : files.map((file) => `  ${file.name}: ${inWords(file.bytes, file.packed_bytes)}`);
  return [`${files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`}: ${inWords(bytes, packed)}`, ...lines];
}

function inWords(bytes: number, packed: number): string {
  const share = bytes === 0 ? '' : ` (${Math.round((100 * packed) / bytes)} %)`;
  return `${bytes.toLocaleString('en')} bytes, packed ${packed.toLocaleString('en')}${share}`;
}
