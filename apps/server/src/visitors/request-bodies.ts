import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { discardBody } from './discard-body.ts';

export const JSON_TYPE = 'application/json';
/** For requests that neither upload files nor contain the options of a task. */
export const JSON_BODY_LIMIT = 65_536;

/** Accepts JSON bodies, or none. The site declares JSON even for requests without a body, which is not an error. */
export function acceptOnlyJson(app: FastifyInstance): void {
  // Members named like prototypes pass the parser, so that the schemas refuse them by name: every body is parsed by a strict schema.
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

/**
 * For addresses whose bodies may be as long as an upload: JSON is not taken there, since it would be held in memory as a whole. Parsers of
 * the expected types are added after this.
 */
export function refuseOtherBodies(scope: FastifyInstance, accepted: string): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', ({ headers, method, raw }, _payload, parsed) => {
    // What comes with a DELETE has no meaning (RFC 9110, section 9.3.5); some clients always send an empty object.
    if (method === 'DELETE') {
      discardBody(raw);
      parsed(null);
      return;
    }
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    parsed(hasBody ? new ProblemError('unsupported-media-type', { accepted }) : null);
  });
}

/**
 * Bodies are taken as sent. Decompressing them would hide from whoever reads an upload how much arrives and when it ends, and what we accept as JSON
 * is small.
 */
export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding === '' || encoding === 'identity') {
      done();
      return;
    }
    void reply.header('accept-encoding', 'identity');
    done(new ProblemError('unsupported-content-encoding', { encoding }));
  });
}

/**
 * Fastify closes the connection when it refuses a body before reading it. A sender that is still sending would then see a broken
 * connection in place of the reason.
 */
export function letTheSenderRead(reply: FastifyReply): void {
  const { raw } = reply.request;
  if (reply.getHeader('connection') !== 'close' || raw.complete) return;
  void reply.removeHeader('connection');
  discardBody(raw);
}
