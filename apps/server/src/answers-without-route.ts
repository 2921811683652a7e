import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from './errors.ts';
import { describeBytes } from './files/describe-bytes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Answers a request that reached no route, so that no hook runs for it. */
export function answerWithoutRoute(response: ServerResponse, reason: ProblemError): void {
  const problem = reason.toProblem();
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, { ...SECURITY_HEADERS, 'content-type': PROBLEM_MEDIA_TYPE, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** Answers what is not an HTTP request at all, or did not arrive completely in time. There is no response object to send it with. */
export function answerMalformedRequest(error: Readonly<Error>, socket: Duplex): void {
  // A client that has closed the connection reads nothing.
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const problem = malformation(error).toProblem();
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${String(problem.status)} ${STATUS_CODES[problem.status] ?? ''}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
  ];
  socket.end([...head, '', body].join('\r\n'));
}

function malformation(error: Readonly<Error>): ProblemError {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return new ProblemError('request-head-too-large', { limit: describeBytes(maxHeaderSize) }, { cause: error });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProblemError('request-too-slow', {}, { cause: error });
  return new ProblemError('invalid-request', { reason: 'it is not a complete HTTP request.' }, { cause: error });
}

/** Node would answer an unknown expectation with an empty body. 100-continue, the only one it can meet, it handles by itself. */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => {
    // The client may send the body anyway, and on the same connection it would be taken for the next request.
    response.setHeader('connection', 'close');
    answerWithoutRoute(response, new ProblemError('expectation-failed', { expectation: request.headers.expect ?? '' }));
  });
}

/** A request may have a whole address in place of its path (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/** A request of HTTP/1.1 names one host (RFC 9112, section 3.2). */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.headersDistinct['host']?.length ?? 0;
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) done();
    else done(new ProblemError('invalid-request', { reason: hosts === 0 ? 'it has no Host header.' : 'it has more than one Host header.' }));
  });
}
