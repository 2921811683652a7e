import type { IncomingMessage } from 'node:http';

/** For the rest of an upload that was refused while arriving. */
const DISCARD_MILLISECONDS = 10_000;

/**
 * Reads and discards the rest of an abandoned body. Unread, it would precede the next request on the same connection, which would never be
 * answered; and a sender that is cut off cannot read why. So the rest is read for a while.
 */
export function discardBody(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), DISCARD_MILLISECONDS);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
