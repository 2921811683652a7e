import { ProblemError } from '@geoinsights/contract/errors';
import type { ErrorCode } from '@geoinsights/contract/errors';
import type { InputFile } from '../driver.ts';

/** A fault at one byte of the file, before its line and column are known. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly offset: number;

  constructor(code: ErrorCode, offset: number, reason: string) {
    super(reason);
    this.code = code;
    this.offset = offset;
  }
}

const CHUNK = 1 << 20;

/** The fault as a problem for people. Line and column are counted only now, by reading the file up to the fault again. */
export async function problemOf(fault: Fault, file: InputFile): Promise<ProblemError> {
  const { line, column } = await placeOf(file, fault.offset);
  const place = `line ${line}, column ${column} (byte ${fault.offset})`;
  const reason = fault.code === 'too-large' ? `${fault.message} (${place}).` : fault.message;
  return new ProblemError(fault.code, { file: file.name, reason, place, line, column, offset: fault.offset }, { cause: fault });
}

/** Line and column of a byte, both from 1. Columns count characters; lines end with \n, \r\n or \r. */
async function placeOf(file: InputFile, offset: number): Promise<{ line: number; column: number }> {
  let line = 1;
  let column = 1;
  let carriageReturn = false;
  for (let at = 0; at < offset; ) {
    const bytes = await file.read(at, Math.min(offset, at + CHUNK));
    if (bytes.length === 0) break;
    for (const byte of bytes) {
      const continuesLineEnd = byte === 0x0a && carriageReturn;
      carriageReturn = byte === 0x0d;
      if (continuesLineEnd) continue;
      if (byte === 0x0a || byte === 0x0d) {
        line++;
        column = 1;
      } else if ((byte & 0xc0) !== 0x80) {
        column++;
      }
    }
    at += bytes.length;
  }
  return { line, column };
}
