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
  return [`${files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`}: ${inWords(bytes, packed)}`, ...lines, ...growth({ files, bytes, packed_bytes: packed })];
}

/** Why an archive is larger than its contents. */
function growth({ files, bytes, packed_bytes: packed }: Sizes): string[] {
  if (packed <= bytes) return [];
  const contents = files.reduce((sum, file) => sum + file.packed_bytes, 0);
  const own = `an archive needs some ${Math.round((packed - contents) / Math.max(1, files.length)).toLocaleString('en')} bytes of its own for each file`;
  const [what, are, they] = files.length === 1 ? ['the file', 'is', 'it'] : ['the files', 'are', 'they'];
  return [`The archive is larger than ${what}: ${contents < bytes ? `${own}, more than is saved where ${they} ${are} so small` : `${what} ${are} packed already, or too small to become smaller, and ${own}`}.`];
}

function inWords(bytes: number, packed: number): string {
  const share = bytes === 0 ? '' : ` (${Math.round((100 * packed) / bytes)} %)`;
  return `${bytes.toLocaleString('en')} bytes, packed ${packed.toLocaleString('en')}${share}`;
}
