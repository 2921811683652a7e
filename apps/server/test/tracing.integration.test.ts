import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprintOf } from '../src/observability/log-lines.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

const attributeSchema = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const spanSchema = z.object({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string(), attributes: z.array(attributeSchema), status: z.looseObject({ code: z.number() }) });
const exportSchema = z.object({
  resourceSpans: z.array(z.object({ resource: z.object({ attributes: z.array(attributeSchema) }), scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
});
type Span = z.infer<typeof spanSchema>;

/** Receives spans like an OpenTelemetry collector. */
const received: string[] = [];
const collector = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    if (request.url === '/v1/traces') received.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

let server: TestServer;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(portOf(collector.address()))}` });
});
afterAll(() => collector.close());

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('the request, its task and the runner of that are one trace, which goes on from that of who asked, and holds no id', async () => {
  const { api } = server;
  const { uuid: upload } = await api.upload();
  const answer = await api.fetch('/tools/test-tool', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'traceparent': `00-${TRACE}-${PARENT}-01` },
    body: JSON.stringify({ input_file: upload, options: { behaviour: 'problem' } }),
  });
  const { uuid } = z.object({ uuid: z.string() }).parse(await answer.json());
  await api.ended(uuid);
  // Unsent spans are sent when the server stops.
  await server.close();
  const exports = received.map((body) => exportSchema.parse(JSON.parse(body)));
  const spans = exports.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  const named = (name: string): Span | undefined => spans.find((span) => span.name === name);
  const [request, task, runner] = [named('POST /api/v1/tools/:tool'), named('task test-tool'), named('runner')];
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 201 } });
  expect(task).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId, status: { code: 2 } });
  expect(task?.attributes).toContainEqual({ key: 'geoinsights.task', value: { stringValue: fingerprintOf(uuid) } });
  expect(task?.attributes).toContainEqual({ key: 'geoinsights.state', value: { stringValue: 'FAILED' } });
  expect(runner).toMatchObject({ traceId: TRACE, parentSpanId: task?.spanId });
  expect(runner?.status).toEqual({ code: 2 });
  expect(request?.attributes).toContainEqual({ key: 'http.route', value: { stringValue: '/api/v1/tools/:tool' } });
  expect(request?.status).toEqual({ code: 0 });
  // A request without a trace begins one.
  expect(named('POST /api/v1/tools/files')?.traceId).not.toBe(TRACE);
  expect(exports[0]?.resourceSpans[0]?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'geoinsights' } });
  expect(received.join('')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|area\.geojson/);
});
