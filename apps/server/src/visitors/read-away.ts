import type { IncomingMessage } from 'node:http';

/** For the rest of an upload that was refused while arriving. */
const READ_AWAY_MILLISECONDS = 10_000;

/**
 * Consumes the rest of an abandoned body. Unread, it would precede the next request on the same connection, which would never be
 * answered; and a sender that is cut off cannot read why. So the rest is read for a while.
 */
export function readAway(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), READ_AWAY_MILLISECONDS);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
