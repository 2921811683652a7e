import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../access-settings.ts';
import { describeBytes } from '../files/describe-bytes.ts';
import type { SharedCount } from './shared-counts.ts';
import { networkOf } from './visitors.ts';

export interface WatchTimes {
  /** The window for measuring the rate of an upload. A connection may stall for some seconds. */
  readonly windowMilliseconds: number;
  readonly lookMilliseconds: number;
}
/** A sender asked to stop gets this time to read why. */
const LAST_READING_MILLISECONDS = 2000;
const TIMES: WatchTimes = { windowMilliseconds: 30_000, lookMilliseconds: 1000 };

/** Ends uploads that trickle, and those of a visitor who has sent too much. */
export class UploadWatch {
  readonly #minimumRate: number;
  readonly #limit: number;
  readonly #bytes: SharedCount['counts'];
  readonly #times: WatchTimes;

  constructor(bytes: SharedCount, { minimumUploadRate }: Pick<Access, 'minimumUploadRate'>, times = TIMES) {
    this.#minimumRate = minimumUploadRate;
    this.#limit = bytes.limit;
    this.#bytes = bytes.counts;
    this.#times = times;
  }

  /**
   * Runs the work that reads the body of a request, and aborts it with the connection if the body arrives too slowly or exceeds the quota.
   * @throws ProblemError upload-too-slow, upload-quota-used; and errors of `receive`
   */
  async during<Received>(request: FastifyRequest, reply: FastifyReply, receive: () => Promise<Received>): Promise<Received> {
    const visitor = networkOf(request.ip);
    this.#requireQuota(visitor, Number(request.headers['content-length'] ?? 0));
    const { promise: broken, reject } = Promise.withResolvers<never>();
    const { socket } = request.raw;
    let counted = socket.bytesRead;
    const count = () => {
      this.#bytes.add(visitor, socket.bytesRead - counted);
      counted = socket.bytesRead;
    };
    const isTooSlow = this.#slowness(request.raw);
    const timer = setInterval(() => {
      count();
      try {
        this.#requireQuota(visitor, 0);
        if (isTooSlow()) throw new ProblemError('upload-too-slow', { limit: describeBytes(this.#minimumRate) });
      } catch (error) {
        endAfterAnswer(request, reply);
        reject(error);
      }
    }, this.#times.lookMilliseconds);
    try {
      return await Promise.race([receive(), broken]);
    } finally {
      clearInterval(timer);
      count();
    }
  }

  #requireQuota(visitor: string, bytes: number): void {
    const { amount, millisecondsLeft } = this.#bytes.of(visitor);
    if (this.#limit === 0 || amount + bytes <= this.#limit) return;
    const seconds = Math.max(1, Math.ceil(millisecondsLeft / 1000));
    throw new ProblemError('upload-quota-used', { limit: describeBytes(this.#limit), seconds });
  }

  /** Whether too little arrived in the last window. Delays of our own disk are not the sender's fault. */
  #slowness(raw: IncomingMessage): () => boolean {
    // A request loses its socket when the connection ends.
    const { socket } = raw;
    let began = performance.now();
    let before = socket.bytesRead;
    let isHeldUp = false;
    return () => {
      isHeldUp ||= raw.isPaused() || raw.readableLength > 0;
      const milliseconds = performance.now() - began;
      if (this.#minimumRate === 0 || milliseconds < this.#times.windowMilliseconds) return false;
      const isSlow = !isHeldUp && !raw.complete && (socket.bytesRead - before) * 1000 < this.#minimumRate * milliseconds;
      [began, before, isHeldUp] = [performance.now(), socket.bytesRead, false];
      return isSlow;
    };
  }
}

/** Whatever still arrives is no longer kept. When the request is destroyed, with its connection, the receiving work ends and cleans up. */
function endAfterAnswer({ raw }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('connection', 'close');
  reply.raw.once('finish', () => {
    raw.unpipe();
    raw.resume();
    setTimeout(() => raw.destroy(), LAST_READING_MILLISECONDS).unref();
  });
}
