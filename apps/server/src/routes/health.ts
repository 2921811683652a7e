import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../observability/readiness.ts';

/**
 * Health checks for balancers and supervisors, at the root: `/livez` says whether this process responds, `/readyz` whether it can take
 * work. Neither reveals paths or addresses. A 503 from `/readyz` is a normal response, not an error.
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
