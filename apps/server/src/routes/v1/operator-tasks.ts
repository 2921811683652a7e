import { statfs } from 'node:fs/promises';
import { problemSchema, ProblemError, taskSchema } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema, isUuid } from '../../db/uuid.ts';
import { takeStock } from '../../observability/stock.ts';
import { dropSnapshot, takeSnapshot } from '../../operator/snapshot.ts';
import { serverStatusSchema } from '../../operator/status.ts';
import type { Services } from '../../services.ts';
import { requeueTask } from '../../tasks/requeue.ts';
import { VERSION } from '../../version.ts';
import { requireTask } from '../require-task.ts';

const taskParameters = z.object({ uuid: idSchema });
const snapshotSchema = z.object({ uuid: z.string() });

/** What the operator can do with a running server besides its catalogue: inspect it, sweep, restart or stop tasks, and pause its data for a snapshot. */
export function operatorTasksRoutes(app: FastifyInstance, { config, database, tasks, queue, worker, tools, readiness, sweep }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/operator/status', { schema: { hide: true, response: { 200: serverStatusSchema, 401: problemSchema, 503: problemSchema } } }, async () => {
    const disk = await statfs(config.dataFolder);
    return {
      version: VERSION,
      database: config.databaseUrl === null ? ('embedded' as const) : ('postgresql' as const),
      parts: await readiness.report(),
      stock: await takeStock(database.tables, tools.keys()),
      disk: { free_bytes: disk.bavail * disk.bsize, floor_bytes: config.diskFloorBytes },
    };
  });

  routes.post('/operator/sweep', { schema: { hide: true, response: { 204: z.undefined(), 401: problemSchema, 503: problemSchema } } }, async (_request, reply) => {
    await sweep();
    return reply.code(204).send();
  });

  const taskSchemas = { schema: { hide: true, params: taskParameters, response: { 200: taskSchema, 401: problemSchema, 404: problemSchema, 409: problemSchema, 503: problemSchema } } };
  routes.post('/operator/tasks/:uuid/requeue', taskSchemas, async ({ params }) => {
    if (!isUuid(params.uuid)) throw new ProblemError('unknown-task');
    await requeueTask(params.uuid, { tables: database.tables, queue, retentionMilliseconds: config.retentionMilliseconds });
    return requireTask(params.uuid, tasks);
  });
  routes.post('/operator/tasks/:uuid/cancel', taskSchemas, async ({ params }) => {
    await requireTask(params.uuid, tasks);
    await worker.cancel(params.uuid);
    return requireTask(params.uuid, tasks);
  });

  routes.post('/operator/snapshots', { schema: { hide: true, response: { 201: snapshotSchema, 401: problemSchema, 503: problemSchema } } }, async (_request, reply) => {
    const { uuid } = await takeSnapshot(config.dataFolder, database.pause);
    return reply.code(201).send({ uuid });
  });
  routes.delete('/operator/snapshots/:uuid', { schema: { hide: true, params: taskParameters, response: { 204: z.undefined(), 401: problemSchema, 404: problemSchema } } }, async ({ params }, reply) => {
    if (!isUuid(params.uuid)) throw new ProblemError('not-found');
    await dropSnapshot(config.dataFolder, params.uuid);
    return reply.code(204).send();
  });
}
