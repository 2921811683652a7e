import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';

/** Not after the name of the id of a request, which is by many proxies of the same form and opens nothing. */
const UUID = /(?<!"reqId":")[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const FINGERPRINT_CHARACTERS = 12;

/**
 * What stands in logs for a task, an upload or a file: who knows its id may read and delete it, and a log is read by others. The same id has
 * the same fingerprint everywhere, and nobody gets from that to the id, of whose 122 random bits all would have to be tried.
 */
export function fingerprintOf(uuid: string): string {
  return createHash('sha256').update(uuid.toLowerCase()).digest('hex').slice(0, FINGERPRINT_CHARACTERS);
}

/** The line with the fingerprint in the place of each id, be it in an address, a path or the words of an error. */
export function withoutIds(line: string): string {
  return line.replaceAll(UUID, (uuid) => fingerprintOf(uuid));
}

/** Where a log is written to. */
export type LogStream = Pick<Writable, 'write'>;

/** The last thing that a line comes by, so that no line holds an id, whoever wrote it. */
export function masked(stream: LogStream): { write: (line: string) => void } {
  return { write: (line) => void stream.write(withoutIds(line)) };
}
