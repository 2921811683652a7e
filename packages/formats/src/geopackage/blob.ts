import { setFloat64 } from './byte-writer.ts';
import { MalformedGeometry, UnsupportedGeometry } from './wkb.ts';

/** Ordinates in the envelope of a blob header, by envelope indicator; each takes a minimum and a maximum. */
const ENVELOPES = [[], ['x', 'y'], ['x', 'y', 'z'], ['x', 'y', 'm'], ['x', 'y', 'z', 'm']] as const;
type EnvelopeKind = 0 | 1 | 2 | 3 | 4;

const FIXED_BYTES = 8;
const FLAG_LITTLE_ENDIAN = 0x01;
const FLAG_EMPTY = 0x10;
const FLAG_EXTENDED = 0x20;

/** The header of a GeoPackage geometry blob (OGC 12-128, StandardGeoPackageBinary). */
interface BlobHeader {
  readonly flags: number;
  readonly littleEndian: boolean;
  readonly envelope: EnvelopeKind;
  /** Where the well-known binary begins. */
  readonly wkbStart: number;
}

/** @throws MalformedGeometry; UnsupportedGeometry for blobs of an extension */
export function readBlobHeader(view: DataView): BlobHeader {
  if (view.byteLength < FIXED_BYTES) throw new MalformedGeometry(`it has only ${view.byteLength} bytes`);
  if (view.getUint16(0) !== 0x4750) throw new MalformedGeometry('it does not begin with the letters GP');
  const flags = view.getUint8(3);
  if ((flags & FLAG_EXTENDED) !== 0) throw new UnsupportedGeometry('an extended geometry type');
  const envelope = (flags >> 1) & 7;
  if (!isEnvelopeKind(envelope)) throw new MalformedGeometry(`its envelope has the unknown type ${envelope}`);
  return { flags, littleEndian: (flags & FLAG_LITTLE_ENDIAN) !== 0, envelope, wkbStart: FIXED_BYTES + envelopeBytes(envelope) };
}

function isEnvelopeKind(value: number): value is EnvelopeKind {
  return value < ENVELOPES.length;
}

function envelopeBytes(kind: EnvelopeKind): number {
  return ENVELOPES[kind].length * 16;
}

/** Minimum and maximum of each ordinate; NaN if there is no value. */
export interface Bounds {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly z: readonly [number, number];
  readonly m: readonly [number, number];
}

/**
 * Puts a header like that of the original blob (version, byte order, envelope kind, SRS id, other flags) before new well-known
 * binary. An empty geometry keeps its envelope, filled with NaN as the standard requires.
 */
export function writeBlob(original: DataView, header: BlobHeader, wkb: Uint8Array, bounds: Bounds, empty: boolean): Uint8Array {
  const bytes = new Uint8Array(header.wkbStart + wkb.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new Uint8Array(original.buffer, original.byteOffset, FIXED_BYTES));
  view.setUint8(3, empty ? header.flags | FLAG_EMPTY : header.flags & ~FLAG_EMPTY);
  let at = FIXED_BYTES;
  for (const ordinate of ENVELOPES[header.envelope]) {
    for (const value of bounds[ordinate]) {
      setFloat64(view, at, value, header.littleEndian);
      at += 8;
    }
  }
  bytes.set(wkb, header.wkbStart);
  return bytes;
}
