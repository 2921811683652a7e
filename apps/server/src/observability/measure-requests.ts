import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MapOutcome, Metrics } from './metrics.ts';

/** Measures every response of the server by its route template. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000;
    metrics.answered(request.method, routeOf(request), reply.statusCode, seconds);
    const outcome = mapOutcomeOf(request, reply);
    if (outcome !== null) metrics.mapAnswered(outcome, seconds);
    done();
  });
}

/** Null for an address without a route. */
export function routeOf({ routeOptions, is404 }: FastifyRequest): string | null {
  return is404 ? null : (routeOptions.url ?? null);
}

function mapOutcomeOf(request: FastifyRequest, reply: FastifyReply): MapOutcome | null {
  if (routeOf(request)?.endsWith('/wms') !== true || !/[?&]request=getmap(&|$)/i.test(request.url)) return null;
  if (reply.statusCode === 304) return 'unchanged';
  if (reply.statusCode === 503) return 'refused';
  const type = reply.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('image/') ? 'drawn' : null;
}
