import type { IncomingMessage } from 'node:http';

/** For the rest of an upload that was refused while it came. */
const READ_AWAY_MILLISECONDS = 10_000;

/**
 * What is left of a body whose reading was given up. Unread, it would lie before the next request on the same connection, which would
 * never be answered; and a sender who is cut off cannot read why. So the rest is read for a while.
 */
export function readAway(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), READ_AWAY_MILLISECONDS);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
