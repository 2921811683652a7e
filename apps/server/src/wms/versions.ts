export type WmsVersion = '1.1.1' | '1.3.0';

/** The version to answer in, by the standard's negotiation: the requested one, else the next lower one available, else the lowest. */
export function negotiateVersion(asked: string | null): WmsVersion {
  if (asked === null || asked === '') return '1.3.0';
  const [major = 0, minor = 0, patch = 0] = asked.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major * 10_000 + minor * 100 + patch >= 10_300 ? '1.3.0' : '1.1.1';
}

/** The version of a request that must name one; patch levels of the same version count as ours. Null if we do not support it. */
export function knownVersion(asked: string): WmsVersion | null {
  if (/^1\.3(\.\d+)?$/.test(asked)) return '1.3.0';
  if (/^1\.1(\.\d+)?$/.test(asked)) return '1.1.1';
  return null;
}
