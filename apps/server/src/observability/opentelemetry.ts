import { AsyncLocalStorage } from 'node:async_hooks';
import { defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes, serviceNameEnvDetector } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf } from './log-lines.ts';
import { routeOf } from './measure-requests.ts';
import type { Tracing } from './tracing.ts';

/** The longest wait for an unresponsive collector, also when the server stops. */
const EXPORT_MILLISECONDS = 3000;
/** The span of the current task. */
const currentTask = new AsyncLocalStorage<Span>();

/** Sends traces to a collector. Spans hold route templates and task fingerprints: no ids, addresses or names. */
export function traceTo(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_MILLISECONDS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'geoinsights' }).merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MILLISECONDS })],
  });
  const tracer = provider.getTracer('geoinsights');
  const requests = new WeakMap<FastifyRequest, Span>();
  return {
    traceRequests: (app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        requests.set(request, tracer.startSpan(request.method, { kind: SpanKind.SERVER }, contextOf(request.headers['traceparent'])));
        done();
      });
      app.addHook('onResponse', (request, reply, done) => {
        const route = routeOf(request) ?? 'none';
        const span = requests.get(request);
        span?.updateName(`${request.method} ${route}`);
        span?.setAttributes({ 'http.request.method': request.method, 'http.route': route, 'http.response.status_code': reply.statusCode });
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    parentOf: (request) => traceParentOf(requests.get(request)),
    traceTask: async (look, work) => {
      const before = await look();
      if (before === null) return work();
      const { task, parent } = before;
      await inSpan(tracer, `task ${task.tool}`, contextOf(parent ?? undefined), async (span) => {
        span.setAttributes({ 'geoinsights.task': fingerprintOf(task.uuid), 'geoinsights.tool': task.tool });
        await currentTask.run(span, work);
        const after = await look();
        if (after === null) return;
        span.setAttribute('geoinsights.state', after.task.progress_status);
        if (after.task.error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: after.task.error.code });
      });
    },
    traceStep: (step, work) => {
      const task = currentTask.getStore();
      return task === undefined ? work() : inSpan(tracer, step, trace.setSpan(ROOT_CONTEXT, task), work);
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

const propagator = new W3CTraceContextPropagator();

function contextOf(traceparent: string | string[] | undefined): Context {
  return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
}

function traceParentOf(span: Span | undefined): string | null {
  if (span === undefined) return null;
  const carrier: Record<string, string> = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
  return carrier['traceparent'] ?? null;
}

async function inSpan<Result>(tracer: Tracer, name: string, parent: Context, work: (span: Span) => Promise<Result>): Promise<Result> {
  const span = tracer.startSpan(name, {}, parent);
  try {
    return await work(span);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
