import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { routeOf } from './measure-requests.ts';

export const REQUEST_ID_HEADER = 'x-request-id';
/** Matches ids as proxies create them, and nothing that could be mistaken for something else in a log. */
const SANE = /^[A-Za-z0-9._-]{1,64}$/;
/** Requested every few seconds by machines, and only interesting if they fail. */
const UNLOGGED = new Set(['/livez', '/readyz', '/metrics']);

/** The request id assigned by a proxy, which links its log with ours; else one of our own. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : randomBytes(9).toString('hex');
}

/** Returns the request id to the client, so that the operator can find it in the log. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

/** Logs a line for each response: the route template and the outcome. Nothing about the client, and no id except the request's. */
export function logAnswers(app: FastifyInstance): void {
  const log = app.log.child({}, { level: 'info' });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const length = Number(reply.getHeader('content-length'));
    if (route === null || !UNLOGGED.has(route)) {
      log.info({ reqId: request.id, method: request.method, route: route ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime), ...(Number.isFinite(length) ? { bytes: length } : {}) }, 'answered');
    }
    done();
  });
}
