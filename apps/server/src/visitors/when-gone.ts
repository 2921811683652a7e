import type { FastifyReply } from 'fastify';

/**
 * Does something once when a response has been sent or its client is gone. That may have happened before: a client that leaves while
 * something is awaited for it is not told of again.
 */
export function whenGone({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
