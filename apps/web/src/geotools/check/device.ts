/** What this device can handle. */
export interface DeviceLimits {
  /** Bytes of all chosen files together. */
  readonly mostBytes: number;
  /** Bytes of memory that the work may take. */
  readonly mostMemory: number;
}

const GIBIBYTE = 1024 ** 3;
/** Browsers that do not report the memory size run on phones, too. */
const UNTOLD_GIBIBYTES = 4;
const LEAST_GIBIBYTES = 0.5;
/** Browsers report at most eight, and give a page only part of that. */
const MOST_GIBIBYTES = 8;
/** A layer takes several times the size of its file, and the arrangement of its borders several times that. */
const SHARE_OF_FILES = 1 / 16;
const SHARE_OF_WORK = 1 / 4;

/** @param gibibytes the memory size reported by the browser (`navigator.deviceMemory`); undefined if it reports none */
function limitsOf(gibibytes: number | undefined): DeviceLimits {
  const memory = Math.min(MOST_GIBIBYTES, Math.max(LEAST_GIBIBYTES, gibibytes ?? UNTOLD_GIBIBYTES)) * GIBIBYTE;
  return { mostBytes: memory * SHARE_OF_FILES, mostMemory: memory * SHARE_OF_WORK };
}

/** The limits of the current device. */
export function limitsHere(): DeviceLimits {
  const memory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined;
  return limitsOf(typeof memory === 'number' ? memory : undefined);
}
