import { ProblemError } from '@geoinsights/contract';
import type { preParsingHookHandler } from 'fastify';
import { Slots } from '../slots.ts';
import { whenGone } from './when-gone.ts';
import { discardBody } from './discard-body.ts';
import { JSON_BODY_LIMIT } from './request-bodies.ts';
import { networkOf } from './visitors.ts';

/** The options of a task, with as many decisions on findings as a repair accepts. */
export const OPTIONS_BODY_LIMIT = 4_194_304;

const LIMITS = { atOnce: 32, ofVisitor: 4, milliseconds: 30_000 };

/**
 * Bodies are held in memory as a whole. Only a few long ones are accepted at a time, and each must arrive within a limited time, so that nobody can
 * fill the memory with them or keep everybody else out.
 */
export function limitLongBodies(limits: typeof LIMITS = LIMITS): preParsingHookHandler {
  const slots = new Slots({ most: limits.atOnce, mostOfVisitor: limits.ofVisitor });
  return ({ headers, ip, raw }, reply, payload, done) => {
    const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
    if (length <= JSON_BODY_LIMIT) {
      done(null, payload);
      return;
    }
    const leave = slots.take(networkOf(ip));
    if (leave === null) {
      discardBody(raw);
      done(new ProblemError('too-many-long-requests'));
      return;
    }
    const timer = setTimeout(() => {
      void reply.send(new ProblemError('request-too-slow'));
      discardBody(raw);
    }, limits.milliseconds);
    // Fires both when the connection breaks and when everything has arrived.
    raw.once('close', () => clearTimeout(timer));
    whenGone(reply, leave);
    done(null, payload);
  };
}
