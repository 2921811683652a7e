import { polygon } from '../layers.ts';
import type { Position, Ring, Shape } from '../layers.ts';

const [POINT, LINE, POLYGON, MULTI_POINT, MULTI_LINE, MULTI_POLYGON, COLLECTION] = [1, 2, 3, 4, 5, 6, 7];
/** Flags of the extended form. */
const [HAS_Z, HAS_M, HAS_SRID] = [0x80000000, 0x40000000, 0x20000000];

/** Like `shapesOfText`, for a geometry in its binary form, ISO or extended. */
export function shapesOfBytes(bytes: Uint8Array): Shape[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = 0;
  try {
    const shapes = geometry();
    return place === bytes.length ? shapes : null;
  } catch (error) {
    // Truncated bytes are not a geometry.
    if (error instanceof RangeError) return null;
    throw error;
  }

  function geometry(): Shape[] | null {
    const isLittle = view.getUint8(place) === 1;
    place += 1;
    const code = count(isLittle);
    const iso = code & 0xffff;
    const [type, thousands] = [iso % 1000, Math.floor(iso / 1000)];
    if ((code & HAS_SRID) !== 0) place += 4;
    const hasZ = (code & HAS_Z) !== 0 || thousands === 1 || thousands === 3;
    const hasM = (code & HAS_M) !== 0 || thousands === 2 || thousands === 3;
    const position = (): Position => {
      const numbers = Array.from({ length: 2 + Number(hasZ) + Number(hasM) }, () => {
        place += 8;
        return view.getFloat64(place - 8, isLittle);
      });
      return numbers.slice(0, hasZ ? 3 : 2);
    };
    const ring = (): Ring => Array.from({ length: bounded(count(isLittle)) }, position);
    if (type === POINT) return position().length > 0 ? [] : null;
    if (type === LINE) return ring().length >= 0 ? [] : null;
    if (type === POLYGON) {
      const rings = Array.from({ length: bounded(count(isLittle)) }, ring);
      return [rings.length === 0 ? [] : polygon(...rings)];
    }
    if (type !== MULTI_POINT && type !== MULTI_LINE && type !== MULTI_POLYGON && type !== COLLECTION) return null;
    const members = Array.from({ length: bounded(count(isLittle)) }, geometry);
    if (members.includes(null)) return null;
    const shapes = members.flatMap((member) => member ?? []);
    return type === MULTI_POLYGON ? [shapes.flat()] : shapes;
  }

  function count(isLittle: boolean): number {
    place += 4;
    return view.getUint32(place - 4, isLittle);
  }

  /** A count that the remaining bytes can hold. */
  function bounded(value: number): number {
    if (value > bytes.length - place) throw new RangeError('more members than bytes');
    return value;
  }
}

/** Like `shapesOfBytes`, for hexadecimal digits; null for any other text. */
export function shapesOfHex(text: string): Shape[] | null {
  const digits = text.replace(/\s/g, '');
  return /^(?:00|01)(?:[0-9a-f]{2}){8,}$/i.test(digits) ? shapesOfBytes(Uint8Array.from(Buffer.from(digits, 'hex'))) : null;
}
