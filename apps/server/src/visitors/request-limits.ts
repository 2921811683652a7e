import rateLimit from '@fastify/rate-limit';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../access-settings.ts';
import { SteadyCounts } from './steady-counts.ts';

const MINUTE = 60_000;
/** Programs ask for hundreds of pictures at once, so that these are counted apart. */
const MAPS = '/api/v1/wms';

/**
 * Refuses what comes from one address, or one /64 of IPv6, more often than is allowed, before anything else is done with it. The
 * headers are those of draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function limitRequests(app: FastifyInstance, { requestsPerMinute, tilesPerMinute }: Access): Promise<void> {
  await app.register(rateLimit, { global: false, store: SteadyCounts });
  const limitOthers = limiterOf(app, 'requests', requestsPerMinute);
  const limitMaps = limiterOf(app, 'maps', tilesPerMinute);
  app.addHook('onRequest', (request, reply) => (isOfMaps(request.url) ? limitMaps : limitOthers)(request, reply));
}

function limiterOf(app: FastifyInstance, name: string, limit: number): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  if (limit === 0) return () => Promise.resolve();
  const options = { max: limit, timeWindow: MINUTE };
  const count = app.createRateLimit(options);
  return async (request, reply) => {
    const counted = await count(request);
    if (counted.isAllowed) return;
    const { remaining, ttlInSeconds, isExceeded } = counted;
    void reply.headers({ 'ratelimit-policy': `"${name}";q=${String(limit)};w=60`, 'ratelimit': `"${name}";r=${String(remaining)};t=${String(ttlInSeconds)}` });
    if (isExceeded) throw new ProblemError('too-many-requests', { limit, seconds: ttlInSeconds });
  };
}

function isOfMaps(url: string): boolean {
  return url.startsWith(MAPS) && ['?', '/', undefined].includes(url[MAPS.length]);
}
