import { isDeepStrictEqual } from 'node:util';
import { createTaskSchema, problemSchema, ProblemError, taskSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { isUuid } from '../../db/uuid.ts';
import type { Services } from '../../services.ts';
import { IDEMPOTENCY_KEY, idempotencyHeadersSchema, idempotencyKeyOf } from './idempotency-key.ts';

const toolParameters = z.object({ tool: z.string() });
const taskParameters = z.object({ tool: z.string(), uuid: z.string() });

interface WantedTask {
  readonly tool: string;
  readonly upload: string;
  readonly options: object;
}

export function tasksRoutes(app: FastifyInstance, { config, tasks, uploads, queue, worker, tools, room, files, storage, tasksAtOnce, visitorOf }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/tools/:tool',
    {
      schema: {
        summary: 'Run a tool on an upload',
        tags: ['tasks'],
        params: toolParameters,
        body: createTaskSchema,
        headers: idempotencyHeadersSchema,
        response: {
          200: taskSchema.describe('The task that an earlier request with the same Idempotency-Key has made.'),
          201: taskSchema,
          400: problemSchema,
          404: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
          507: problemSchema,
        },
      },
      // An unknown tool is the first thing to say, whatever else is wrong with the request.
      onRequest: (request, _reply, done) => done(tools.has(request.params.tool) ? undefined : new ProblemError('unknown-tool', { tool: request.params.tool })),
    },
    async (request, reply) => {
      const tool = tools.get(request.params.tool);
      if (tool === undefined) throw new ProblemError('unknown-tool', { tool: request.params.tool });
      const options = request.body.options ?? {};
      const checked = tool.optionsSchema.safeParse(options);
      if (!checked.success) throw new ProblemError('invalid-options', { reason: checked.error.issues.map(describeIssue).join('; ') });
      if (!isUuid(request.body.input_file)) throw new ProblemError('unknown-input-file');
      const idempotencyKey = idempotencyKeyOf(request.headers[IDEMPOTENCY_KEY]);
      const wanted = { tool: tool.name, upload: request.body.input_file, options };
      const earlier = await earlierTask(wanted, idempotencyKey);
      if (earlier !== null) return reply.code(200).send(earlier);
      const task = await create(wanted, idempotencyKey, request);
      return reply.code(task.isNew ? 201 : 200).header('location', `${config.access.publicUrl ?? ''}${app.prefix}/tools/${tool.name}/${task.uuid}`).send(task);
    },
  );

  routes.get(
    '/tools/:tool/:uuid',
    { schema: { summary: 'How a task stands', tags: ['tasks'], params: taskParameters, response: { 200: taskSchema, 404: problemSchema, 503: problemSchema } } },
    ({ params }) => find(params.tool, params.uuid),
  );

  routes.delete(
    '/tools/:tool/:uuid',
    {
      schema: {
        summary: 'Cancel a task',
        description: 'A task that waits or runs is cancelled, and what runs is stopped; a task that has ended stays as it is.',
        tags: ['tasks'],
        params: taskParameters,
        response: { 200: taskSchema, 404: problemSchema, 503: problemSchema },
      },
    },
    async ({ params }) => {
      await find(params.tool, params.uuid);
      await worker.cancel(params.uuid);
      return find(params.tool, params.uuid);
    },
  );

  /** @throws ProblemError idempotency-key-reused when the task of the key is not the one that is wanted now */
  async function earlierTask({ tool, upload, options }: WantedTask, idempotencyKey: string | null): Promise<Task | null> {
    const earlier = idempotencyKey === null ? null : await tasks.ofKey(upload, idempotencyKey);
    if (earlier === null) return null;
    if (earlier.task.tool !== tool || !isDeepStrictEqual(earlier.options, options)) throw new ProblemError('idempotency-key-reused');
    return earlier.task;
  }

  /** Unless a request with the same key has made it meanwhile. */
  async function create(wanted: WantedTask, idempotencyKey: string | null, request: FastifyRequest): Promise<Task & { isNew: boolean }> {
    const { tool, upload, options } = wanted;
    // A result takes about the size of its upload. Where it is kept elsewhere, the worker looks when it fetches the upload.
    const bytes = (await uploads.filesOf(upload)).reduce((sum, { size }) => sum + size, 0);
    if (!files.isShared) await room.require(bytes);
    await storage.require(bytes);
    const visitor = visitorOf(request.ip);
    try {
      const wantedTask = { tool, upload, options, visitor, idempotencyKey, mostTasks: config.access.tasksPerUpload };
      const task = await tasksAtOnce.during(visitor, () => tasks.create(wantedTask, (transaction) => queue.add(transaction)));
      return { ...task, isNew: true };
    } catch (error) {
      const earlier = error instanceof ProblemError ? null : await earlierTask(wanted, idempotencyKey);
      if (earlier === null) throw error;
      return { ...earlier, isNew: false };
    }
  }

  async function find(tool: string, uuid: string): Promise<Task> {
    if (!tools.has(tool)) throw new ProblemError('unknown-tool', { tool });
    const task = isUuid(uuid) ? await tasks.find(uuid) : null;
    if (task?.tool !== tool) throw new ProblemError('unknown-task');
    return task;
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
