import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What anybody may read may be read by the pages of others too. Nothing is, that is known by an id: uploads, tasks and results. */
export const FOR_ALL_ORIGINS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const PREFLIGHT = { allow: 'GET, HEAD, OPTIONS', 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*', 'access-control-max-age': '86400' };

/** Of a route that pages of others may read: on every answer, errors included. */
export function allowAllOrigins(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(FOR_ALL_ORIGINS);
  done();
}

/** Browsers ask beforehand when a page sends headers of its own. */
export function answerPreflights(app: FastifyInstance, url: string): void {
  app.options(url, { schema: { hide: true } }, (_request, reply) => reply.code(204).headers({ ...FOR_ALL_ORIGINS, ...PREFLIGHT }).send());
}
