import { ProblemError } from '@geoinsights/contract';
import type { preParsingHookHandler } from 'fastify';
import { readAway } from './read-away.ts';
import { JSON_BODY_LIMIT } from './request-bodies.ts';
import { networkOf } from './visitors.ts';

/** The options of a task, with as many decisions on findings as a repair takes. */
export const OPTIONS_BODY_LIMIT = 4_194_304;

const LIMITS = { atOnce: 32, ofVisitor: 4, milliseconds: 30_000 };

/**
 * Bodies are held in memory as a whole. Of those that are longer than others may be only a few come at a time, and none takes long, so
 * that nobody can fill the memory with them, or keep all others out.
 */
export function holdFewLongBodies(limits: typeof LIMITS = LIMITS): preParsingHookHandler {
  const held = new Map<string, number>();
  let all = 0;
  return ({ headers, ip, raw }, reply, payload, done) => {
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (length <= JSON_BODY_LIMIT) {
      done(null, payload);
      return;
    }
    const visitor = networkOf(ip);
    const ofVisitor = held.get(visitor) ?? 0;
    if (all >= limits.atOnce || ofVisitor >= limits.ofVisitor) {
      readAway(raw);
      done(new ProblemError('too-many-long-requests'));
      return;
    }
    all++;
    held.set(visitor, ofVisitor + 1);
    const timer = setTimeout(() => {
      void reply.send(new ProblemError('request-too-slow'));
      readAway(raw);
    }, limits.milliseconds);
    // Both when the line breaks and when all is there.
    raw.once('close', () => clearTimeout(timer));
    reply.raw.once('close', () => {
      all--;
      const left = (held.get(visitor) ?? 0) - 1;
      if (left > 0) held.set(visitor, left);
      else held.delete(visitor);
    });
    done(null, payload);
  };
}
