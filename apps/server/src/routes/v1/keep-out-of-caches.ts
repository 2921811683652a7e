import type { FastifyInstance } from 'fastify';

/**
 * Responses about uploads and tasks are the owner's, and no cache on the way, nor the browser's on a shared machine, may store them. A
 * download sets its own policy: the owner's browser may keep it but must check each time whether it still exists.
 */
export function keepOutOfCaches(app: FastifyInstance): void {
  const theirs = `${app.prefix}/tools/`;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith(theirs) === true) void reply.header('cache-control', 'no-store');
    done();
  });
}
