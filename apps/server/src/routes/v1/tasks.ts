import { createTaskSchema, problemSchema, ProblemError, taskSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import type { Services } from '../../services.ts';
import { TaskWatch } from '../../tasks/task-watch.ts';
import { toolNamed } from '../../tasks/tools.ts';
import { OPTIONS_BODY_LIMIT } from '../../visitors/long-bodies.ts';
import { requireTask } from '../require-task.ts';
import { createTask } from './create-task.ts';
import { idempotencyHeadersSchema } from './idempotency-key.ts';
import { taskReportRoutes } from './task-report.ts';
import { taskEventsRoutes } from './task-events.ts';

const toolParameters = z.object({ tool: z.string() });
const taskParameters = z.object({ tool: z.string(), uuid: idSchema });

/** Creates, reports, watches and cancels the tasks of every tool. */
export function tasksRoutes(app: FastifyInstance, services: Services): void {
  const find = (tool: string, uuid: string) => findTask(tool, uuid, services);
  creationRoute(app, services);
  stateRoute(app, services);
  cancellationRoute(app, services);
  taskReportRoutes(app, services, find);
  taskEventsRoutes(app, new TaskWatch((uuid) => services.tasks.find(uuid)), find);
}

function creationRoute(app: FastifyInstance, services: Services): void {
  const { config, tools } = services;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/tools/:tool',
    {
      schema: {
        operationId: 'createTask',
        summary: 'Run a tool on an upload',
        description: 'The task waits for its turn; poll it at the address in Location.',
        tags: ['tasks'],
        params: toolParameters,
        body: createTaskSchema,
        headers: idempotencyHeadersSchema,
        response: {
          200: taskSchema.describe('The task that an earlier request with the same Idempotency-Key created.'),
          201: taskSchema,
          400: problemSchema,
          404: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
          507: problemSchema,
        },
      },
      bodyLimit: OPTIONS_BODY_LIMIT,
      preParsing: services.longBodies,
      // An unknown tool is reported first, whatever else is wrong with the request.
      onRequest: (request, _reply, done) => {
        toolNamed(request.params.tool, tools);
        done();
      },
    },
    async (request, reply) => {
      const { task, isNew } = await createTask({ tool: request.params.tool, inputFile: request.body.input_file, options: request.body.options ?? {} }, request, services);
      return reply.code(isNew ? 201 : 200).header('location', `${config.access.publicUrl ?? ''}${app.prefix}/tools/${task.tool}/${task.uuid}`).send(task);
    },
  );
}

function stateRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/tools/:tool/:uuid',
    { schema: { operationId: 'getTask', summary: 'The state of a task', description: 'Poll it, for example once a second, while it is READY or RUNNING.', tags: ['tasks'], params: taskParameters, response: { 200: taskSchema, 404: problemSchema, 503: problemSchema } } },
    ({ params }) => findTask(params.tool, params.uuid, services, 'polled'),
  );
}

function cancellationRoute(app: FastifyInstance, services: Services): void {
  app.withTypeProvider<ZodTypeProvider>().delete(
    '/tools/:tool/:uuid',
    {
      schema: {
        operationId: 'cancelTask',
        summary: 'Cancel a task',
        description: 'A waiting or running task is cancelled, and its processes are stopped; a task that has ended is left as it is.',
        tags: ['tasks'],
        params: taskParameters,
        response: { 200: taskSchema, 404: problemSchema, 503: problemSchema },
      },
    },
    async ({ params }) => {
      await findTask(params.tool, params.uuid, services);
      await services.worker.cancel(params.uuid);
      return findTask(params.tool, params.uuid, services);
    },
  );
}

/** @throws ProblemError unknown-tool; unknown-task, also for a task of another tool */
async function findTask(tool: string, uuid: string, { tasks, tools }: Services, how?: 'asked' | 'polled'): Promise<Task> {
  toolNamed(tool, tools);
  const task = await requireTask(uuid, tasks, how);
  if (task.tool !== tool) throw new ProblemError('unknown-task');
  return task;
}
