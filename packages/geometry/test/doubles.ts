const NUMBER = new Float64Array(1);
const BITS = new BigInt64Array(NUMBER.buffer);

/** The double that is this many doubles above (if negative, below) a finite one other than zero. */
export function neighbouringDouble(value: number, steps: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  NUMBER[0] = value;
  BITS[0] += BigInt(value > 0 ? steps : -steps);
  return NUMBER[0];
}
