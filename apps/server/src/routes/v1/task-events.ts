import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isUnfinished, problemSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idSchema } from '../../db/uuid.ts';
import type { TaskWatch } from '../../tasks/task-watch.ts';
import { networkOf } from '../../visitors/visitors.ts';
import { whenGone } from '../../visitors/when-gone.ts';

const taskParameters = z.object({ tool: z.string(), uuid: idSchema });
/** Proxies close connections that are silent for longer than about half a minute. */
const HEARTBEAT_MILLISECONDS = 15_000;
const RETRY_MILLISECONDS = 2000;

/**
 * The changes of a task as server-sent events, for clients that would rather not poll. Each event is the whole task under the name
 * `task`, and its id identifies that state: a client that reconnects with it only gets newer ones. When the task has ended, so
 * do the events.
 */
export function taskEventsRoutes(app: FastifyInstance, watch: TaskWatch, find: (tool: string, uuid: string) => Promise<Task>, heartbeatMilliseconds = HEARTBEAT_MILLISECONDS): void {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  app.withTypeProvider<ZodTypeProvider>().get(
    '/tools/:tool/:uuid/events',
    {
      schema: {
        operationId: 'watchTask',
        summary: 'The changes of a task as they happen',
        description: 'Server-sent events, each the whole task, until it has ended. With Last-Event-ID only what has changed since; 204 when that was the end.',
        tags: ['tasks'],
        params: taskParameters,
        produces: ['text/event-stream'],
        response: { 200: z.unknown().describe('Events.'), 204: z.undefined(), 404: problemSchema, 503: problemSchema },
      },
      // Compression would buffer events.
      compress: false,
    },
    async (request, reply) => {
      const task = await find(request.params.tool, request.params.uuid);
      const known = [request.headers['last-event-id']].flat()[0] ?? null;
      void reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      // Browsers reconnect when events end, until the server says that there are no more.
      if (!isUnfinished(task.progress_status) && idOf(task) === known) return reply.code(204).send(undefined);
      const gone = new AbortController();
      whenGone(reply, watch.enter(networkOf(request.ip)));
      whenGone(reply, () => gone.abort());
      const events = eventsOf(task, { known, next: () => watch.next(task.uuid), signal: AbortSignal.any([gone.signal, stopping.signal]), heartbeatMilliseconds });
      return reply.type('text/event-stream').send(Readable.from(events));
    },
  );
}

interface Watching {
  /** The state that the client already knows. */
  readonly known: string | null;
  readonly next: () => Promise<Task | null>;
  readonly signal: AbortSignal;
  readonly heartbeatMilliseconds: number;
}

async function* eventsOf(first: Task, { known, next, signal, heartbeatMilliseconds }: Watching): AsyncGenerator<string> {
  yield `retry: ${String(RETRY_MILLISECONDS)}\n\n`;
  let sentId = known;
  let sentAt = performance.now();
  for (let task: Task | null = first; task !== null && !signal.aborted; task = await next()) {
    const id = idOf(task);
    if (id !== sentId) yield `id: ${id}\nevent: task\ndata: ${JSON.stringify(task)}\n\n`;
    else if (performance.now() - sentAt > heartbeatMilliseconds) yield ': still here\n\n';
    else continue;
    sentId = id;
    sentAt = performance.now();
    if (!isUnfinished(task.progress_status)) return;
  }
}

/** The same on every server for the same state. */
function idOf(task: Task): string {
  return createHash('sha256').update(JSON.stringify(task)).digest('base64url').slice(0, 16);
}
