import type { FastifyInstance } from 'fastify';

/**
 * What is said of uploads and tasks is their owner's, and no cache on the way, nor the browser's on a shared machine, keeps it.
 * A download says otherwise for itself: it may be kept by its owner's browser, which asks each time whether it is still there.
 */
export function keepOutOfCaches(app: FastifyInstance): void {
  const theirs = `${app.prefix}/tools/`;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith(theirs) === true) void reply.header('cache-control', 'no-store');
    done();
  });
}
