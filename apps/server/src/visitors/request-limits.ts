import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedCount } from './shared-counts.ts';
import { networkOf } from './visitors.ts';

/** Programs request hundreds of pictures at once, so these are counted separately. */
const MAPS = '/api/v1/wms';

/**
 * Refuses requests that exceed the limit of an address, or a /64 of IPv6, before doing anything else with them. The headers
 * are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
export function limitRequests(app: FastifyInstance, { requests, maps }: { readonly requests: SharedCount; readonly maps: SharedCount }): void {
  app.addHook('onRequest', (request, reply, done) => {
    limit(isOfMaps(request.url) ? maps : requests, request, reply);
    done();
  });
}

function limit({ counts, limit: most }: SharedCount, request: FastifyRequest, reply: FastifyReply): void {
  if (most === 0) return;
  const { amount, millisecondsLeft } = counts.add(networkOf(request.ip), 1);
  const seconds = Math.max(1, Math.ceil(millisecondsLeft / 1000));
  void reply.headers({ 'ratelimit-policy': `"${counts.name}";q=${String(most)};w=60`, 'ratelimit': `"${counts.name}";r=${String(Math.max(0, most - amount))};t=${String(seconds)}` });
  if (amount > most) throw new ProblemError('too-many-requests', { limit: most, seconds });
}

function isOfMaps(url: string): boolean {
  return url.startsWith(MAPS) && ['?', '/', undefined].includes(url[MAPS.length]);
}
