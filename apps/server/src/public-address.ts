import type { FastifyRequest } from 'fastify';

/**
 * The address by which the client reaches this server, without a path. If the operator has not set it (PUBLIC_URL), it is the requested
 * address, which a trusted proxy may state.
 */
export function publicAddress(request: FastifyRequest, publicUrl: string | null): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
