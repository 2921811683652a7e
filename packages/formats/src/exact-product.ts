/** 2^27 + 1: multiplying by it splits a double into two halves of 26 bits (Dekker 1971). */
const SPLITTER = 134_217_729;

/** The exact a × b minus its rounded product. */
export function productError(a: number, b: number, product: number): number {
  const aSplit = SPLITTER * a;
  const aHigh = aSplit - (aSplit - a);
  const aLow = a - aHigh;
  const bSplit = SPLITTER * b;
  const bHigh = bSplit - (bSplit - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
