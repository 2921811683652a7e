import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** How calls are treated on their way: with `half`, half of them fail, in all possible ways. */
export type Way = 'whole' | 'gone' | 'hangs' | 'slow' | 'half';

export interface FaultyWay {
  /** Used instead of the server behind it. */
  readonly address: string;
  way: Way;
  /** Calls made to fail. */
  readonly spoiled: number;
  close(): Promise<void>;
}

const SLOW_MILLISECONDS = 100;
/** `lost` is carried out by the server, but the response never arrives; `cut` ends in the middle. */
const SPOILS = ['refused', 'reset', 'lost', 'cut'] as const;

/** A relay between one of our servers and an HTTP server that it uses. Headers pass through unchanged, so that signatures remain valid. */
export async function startFaultyWay(behind: string): Promise<FaultyWay> {
  let way: Way = 'whole';
  let spoiled = 0;
  const numbers = seeded(20_261_123);
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = way;
    if (asked === 'gone') return void request.socket.destroy();
    if (asked === 'hangs') return;
    if (asked === 'slow') await pause(SLOW_MILLISECONDS);
    const spoil = asked === 'half' && numbers() < 0.5 ? SPOILS[Math.floor(numbers() * SPOILS.length)] : undefined;
    if (spoil !== undefined) spoiled++;
    if (spoil === 'reset') return void request.socket.destroy();
    if (spoil === 'refused') return void request.resume().on('end', () => response.writeHead(503).end());
    const forwarded = ask(behind + (request.url ?? ''), { method: request.method ?? 'GET', headers: request.headers });
    const [[answer]] = await Promise.all([once(forwarded, 'response') as Promise<[IncomingMessage]>, pipeline(request, forwarded)]);
    if (spoil === 'lost') {
      answer.resume();
      await once(answer, 'end');
      return void request.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    const length = Number(answer.headers['content-length'] ?? 0);
    if (spoil === 'cut') await pipeline(answer, first(Math.floor(length / 2)), response).catch(() => request.socket.destroy());
    else await pipeline(answer, response);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${String(place.port)}`,
    get way() {
      return way;
    },
    set way(next) {
      way = next;
      // Connections that hang, or are idle, are not carried over to the next mode.
      server.closeAllConnections();
    },
    get spoiled() {
      return spoiled;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** This many bytes, then the connection ends. */
function first(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      if (passed.length > 0) this.push(passed);
      done(left === 0 ? new Error('cut') : null);
    },
  });
}

/** The same numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
