import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { inTime } from '../observability/in-time.ts';
import { admitToMetrics } from '../observability/metrics-admission.ts';
import { takeStock } from '../observability/stock.ts';
import type { Services } from '../services.ts';

/** Prometheus itself gives up after ten seconds. */
const LOOK_MILLISECONDS = 2000;

/** Metrics for Prometheus, at the root. Values that cannot be read in time are omitted; all others are reported. */
export function metricsRoutes(app: FastifyInstance, { config, database, tools, metrics, readiness }: Services): void {
  const admit = admitToMetrics(config.metricsToken);
  app.get(
    '/metrics',
    {
      schema: { hide: true },
      onRequest: (request, reply, done) => {
        void reply.header('cache-control', 'no-store');
        admit(request);
        done();
      },
    },
    async (_request, reply) => {
      const checks = await readiness.report();
      const stock = checks.database.ok ? await inTime(takeStock(database.tables, tools.keys()).catch(() => null), LOOK_MILLISECONDS) : null;
      const disk = await inTime(statfs(config.dataFolder).catch(() => null), LOOK_MILLISECONDS);
      metrics.observe(stock, disk === null ? null : disk.bavail * disk.bsize, checks);
      const { type, text } = await metrics.text();
      return reply.type(type).send(text);
    },
  );
}
