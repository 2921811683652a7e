import { createHash } from 'node:crypto';

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const FINGERPRINT_LENGTH = 12;

/**
 * A text for the log, with a fingerprint in the place of each uuid: who knows the uuid of an upload, a task or a result can read and
 * delete it, and logs are read by more people than that. Lines about one thing carry one fingerprint, and who is told the uuid finds
 * them: it is the beginning of its SHA-256, from which nobody comes back to 122 random bits.
 */
export function withoutIds(text: string): string {
  return text.replace(UUID, (uuid) => `#${createHash('sha256').update(uuid.toLowerCase()).digest('hex').slice(0, FINGERPRINT_LENGTH)}`);
}

/** Where the log is written, line by line. */
export function logWithoutIds(stream: NodeJS.WritableStream): { write(line: string): void } {
  return { write: (line) => void stream.write(withoutIds(line)) };
}
