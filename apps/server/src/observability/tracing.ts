import type { Task } from '@geoinsights/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Spans of requests, of the tasks they created, and of the steps of those: one trace, even if a task runs on another machine and much later. */
export interface Tracing {
  readonly traceRequests: (app: FastifyInstance) => void;
  /** The span of a request as a W3C `traceparent`; null if nothing is traced. */
  readonly parentOf: (request: FastifyRequest) => string | null;
  /** @param look finds the task before and after the work */
  readonly traceTask: (look: () => Promise<TracedTask | null>, work: () => Promise<void>) => Promise<void>;
  /** A step of the work on a task. */
  readonly traceStep: <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}

export interface TracedTask {
  readonly task: Task;
  /** The span of the request that created it; null if that was not traced. */
  readonly parent: string | null;
}

export const NO_TRACING: Tracing = {
  traceRequests: () => undefined,
  parentOf: () => null,
  traceTask: (_look, work) => work(),
  traceStep: (_step, work) => work(),
  close: () => Promise.resolve(),
};
