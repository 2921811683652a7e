import type { FastifyRequest } from 'fastify';

/**
 * The address by which the asker reaches this server, without a path. Where the operator has not said it (PUBLIC_URL), it is the one
 * that was asked, which a trusted proxy may name.
 */
export function publicAddress(request: FastifyRequest, publicUrl: string | null): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
