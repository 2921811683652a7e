import type { FastifyReply } from 'fastify';

/**
 * Does something once when a response has been sent or its client is gone. That may have happened before: if the client leaves while
 * something is awaited for it, no event follows.
 */
export function whenGone({ raw }: FastifyReply, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once('close', then);
}
