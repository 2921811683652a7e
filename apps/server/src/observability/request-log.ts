import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { routeOf } from './measure-requests.ts';

const HEADER = 'x-request-id';
/** What proxies make, and nothing that could be taken for something else in a log. */
const SANE = /^[A-Za-z0-9._-]{1,64}$/;
/** Asked every few seconds by machines, and of no interest unless they fail. */
const UNLOGGED = new Set(['/livez', '/readyz', '/metrics']);

/** The id that a proxy gave the request, by which its log and ours are found together; else one of ours. */
export function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers[HEADER];
  return typeof given === 'string' && SANE.test(given) ? given : randomBytes(9).toString('hex');
}

/** Tells the asker the id of the request, by which its operator finds it in the log. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(HEADER, request.id);
    done();
  });
}

/** A line for each answer: what was asked by its template, and how it went. Nothing of who asked, and no id but that of the request. */
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
