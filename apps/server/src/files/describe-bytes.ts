const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A size for people: 1073741824 is "1 GiB". */
export function describeBytes(bytes: number): string {
  let value = bytes;
  let unit: (typeof UNITS)[number] = 'bytes';
  for (const larger of UNITS.slice(1)) {
    if (value < 1024) break;
    value /= 1024;
    unit = larger;
  }
  return `${String(Math.round(value * 10) / 10)} ${unit}`;
}
