import type { Task } from '@geoinsights/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Spans of requests, of the tasks they made, and of the steps of those: one trace, though a task may run on another machine and much later. */
export interface Tracing {
  readonly traceRequests: (app: FastifyInstance) => void;
  /** The span of a request as the text of W3C's `traceparent`; null when nothing is traced. */
  readonly parentOf: (request: FastifyRequest) => string | null;
  /** @param look finds the task before and after the work */
  readonly traceTask: (look: () => Promise<TracedTask | null>, work: () => Promise<void>) => Promise<void>;
  /** A step inside the work of a task. */
  readonly traceStep: <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;
  /** Sends what has not been sent. */
  readonly close: () => Promise<void>;
}

export interface TracedTask {
  readonly task: Task;
  /** Of the request that made it; null when that was not traced. */
  readonly parent: string | null;
}

export const NO_TRACING: Tracing = {
  traceRequests: () => undefined,
  parentOf: () => null,
  traceTask: (_look, work) => work(),
  traceStep: (_step, work) => work(),
  close: () => Promise.resolve(),
};
