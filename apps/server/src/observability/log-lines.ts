import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';

/** Does not match a request id, which many proxies create in the same form and which gives no access. */
const UUID = /(?<!"reqId":")[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const FINGERPRINT_CHARACTERS = 12;

/**
 * Replaces the id of a task, an upload or a file in logs: whoever knows the id may read and delete it, and others read the logs. The same id
 * has the same fingerprint everywhere, and it cannot be reversed: all 122 random bits of the id would have to be tried.
 */
export function fingerprintOf(uuid: string): string {
  return createHash('sha256').update(uuid.toLowerCase()).digest('hex').slice(0, FINGERPRINT_CHARACTERS);
}

/** Replaces each id in a line with its fingerprint, whether in an address, a path or an error message. */
export function withoutIds(line: string): string {
  return line.replaceAll(UUID, (uuid) => fingerprintOf(uuid));
}

/** The destination of a log. */
export type LogStream = Pick<Writable, 'write'>;

/** The last step for every line, so that none contains an id, whoever wrote it. */
export function masked(stream: LogStream): { write: (line: string) => void } {
  return { write: (line) => void stream.write(withoutIds(line)) };
}
