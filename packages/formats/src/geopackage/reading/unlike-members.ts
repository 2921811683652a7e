import { readHeader, strideOf, WkbType } from '../wkb.ts';

/**
 * Whether a Multi geometry has a member after the first that does not begin with the usual code, as one with heights that the geometry does not mention.
 * One that cannot be followed to its end counts as such, so that it is examined.
 *
 * @param start where the geometry begins, which has a code with such members
 * @param firstMember where its first member begins
 * @param member the usual code: byte order and type
 */
export function hasUnlikeMembers(view: DataView, start: number, firstMember: number, member: Uint8Array): boolean {
  if (firstMember > view.byteLength) return true;
  const littleEndian = view.getUint8(start) === 1;
  const count = view.getUint32(firstMember - 4, littleEndian);
  // Most Multi geometries have one member, which need not be followed.
  if (count < 2) return false;
  try {
    let at = firstMember;
    for (let index = 0; index < count; index++) {
      if (!member.every((byte, offset) => view.getUint8(at + offset) === byte)) return true;
      at = endOf(view, at, littleEndian);
    }
    return false;
  } catch {
    return true;
  }
}

/** Where a point, line or polygon ends. @throws if it does not end within the view */
function endOf(view: DataView, start: number, littleEndian: boolean): number {
  const header = readHeader(view, start);
  const stride = strideOf(header);
  const at = header.bodyStart;
  if (header.type === WkbType.Point) return at + stride;
  if (header.type === WkbType.LineString) return at + 4 + stride * view.getUint32(at, littleEndian);
  let end = at + 4;
  for (let rings = view.getUint32(at, littleEndian); rings > 0; rings--) end += 4 + stride * view.getUint32(end, littleEndian);
  return end;
}
