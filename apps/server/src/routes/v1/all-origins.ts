import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Other sites' pages may read what anybody may read. Nothing known by an id is public: uploads, tasks and results. */
export const FOR_ALL_ORIGINS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const PREFLIGHT = { allow: 'GET, HEAD, OPTIONS', 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*', 'access-control-max-age': '86400' };

/** For a route that other sites' pages may read: on every response, errors included. */
export function allowAllOrigins(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(FOR_ALL_ORIGINS);
  done();
}

/** Browsers send a preflight request if a page sets headers of its own. */
export function answerPreflights(app: FastifyInstance, url: string): void {
  app.options(url, { schema: { hide: true } }, (_request, reply) => reply.code(204).headers({ ...FOR_ALL_ORIGINS, ...PREFLIGHT }).send());
}
