import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observability/readiness.ts';

/**
 * What balancers and supervisors ask, at the root: `/livez`, whether this process answers, and `/readyz`, whether it can be given work.
 * Neither tells of places or addresses. Of `/readyz` 503 is an answer as any other, and no error.
 */
export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('preClose', (done) => {
    readiness.stop();
    done();
  });
  app.get('/livez', { schema: { hide: true } }, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const checks = await readiness.report();
    const isReady = !readiness.isStopping && Object.values(checks).every(({ ok }) => ok);
    const status = readiness.isStopping ? 'stopping' : isReady ? 'ready' : 'not ready';
    return reply.code(isReady ? 200 : 503).header('cache-control', 'no-store').send({ status, checks });
  });
}
