/** What this device can bear. */
export interface DeviceLimits {
  /** Bytes of all chosen files together. */
  readonly mostBytes: number;
  /** Bytes of memory that the work may take. */
  readonly mostMemory: number;
}

const GIBIBYTE = 1024 ** 3;
/** Browsers that do not tell how much memory there is run on telephones, too. */
const UNTOLD_GIBIBYTES = 4;
const LEAST_GIBIBYTES = 0.5;
/** Browsers tell no more than eight, and give a page no more than a part of that. */
const MOST_GIBIBYTES = 8;
/** A layer takes several times what its file has, and the arrangement of its borders some times that. */
const SHARE_OF_FILES = 1 / 16;
const SHARE_OF_WORK = 1 / 4;

/** @param gibibytes what the browser tells of the memory (`navigator.deviceMemory`); undefined where it does not */
export function limitsOf(gibibytes: number | undefined): DeviceLimits {
  const memory = Math.min(MOST_GIBIBYTES, Math.max(LEAST_GIBIBYTES, gibibytes ?? UNTOLD_GIBIBYTES)) * GIBIBYTE;
  return { mostBytes: memory * SHARE_OF_FILES, mostMemory: memory * SHARE_OF_WORK };
}

/** Those of the device that this runs on. */
export function limitsHere(): DeviceLimits {
  const memory = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined;
  return limitsOf(typeof memory === 'number' ? memory : undefined);
}
