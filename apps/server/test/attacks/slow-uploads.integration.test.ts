import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tried } from '../../../../testing/attacks.ts';
import { answerErrorsAsProblems } from '../../src/errors.ts';
import { WindowCounts } from '../../src/visitors/window-counts.ts';
import { UploadWatch } from '../../src/visitors/upload-watch.ts';

/** Half a second for what the product's server watches for half a minute. */
const TIMES = { windowMilliseconds: 500, lookMilliseconds: 50 };
const WINDOWS_OF_THE_TEST = 4;

let app: FastifyInstance;
let ended = 0;
beforeAll(async () => {
  app = fastify();
  answerErrorsAsProblems(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const watch = new UploadWatch({ counts: new WindowCounts('bytes', 1), limit: 0 }, { minimumUploadRate: 1000 }, TIMES);
  app.post('/', async (request, reply) =>
    watch.during(request, reply, async () => {
      request.raw.resume();
      await once(request.raw, 'close').finally(() => ended++);
      return 'all';
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends this many bytes every tenth of a second. @returns the status of the response. */
async function send(bytes: number, lastsMilliseconds: number): Promise<number | undefined> {
  const address = app.server.address();
  const request = http.request({ port: typeof address === 'object' ? address?.port : 0, method: 'POST', headers: { 'content-type': 'text/plain' } });
  request.on('error', () => undefined);
  const answer = once(request, 'response').then(([response]: http.IncomingMessage[]) => response.statusCode);
  const until = Date.now() + lastsMilliseconds;
  let status: number | undefined;
  void answer.then((told) => (status = told));
  while (Date.now() < until && status === undefined) {
    request.write(Buffer.alloc(bytes));
    await pause(100);
  }
  request.end();
  return answer;
}

describe('an upload', () => {
  test('that drips is ended, with all that was waiting for it', async (context) => {
    const before = ended;
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(1, 10_000)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => 408));
    for (let look = 0; look < 100 && ended < before + 20; look++) await pause(50);
    expect(ended - before).toBe(20);
    tried(context, 20);
  });

  test('that comes slowly, but not too slowly, arrives', async () => {
    expect(await send(1000, TIMES.windowMilliseconds * WINDOWS_OF_THE_TEST)).toBe(200);
  });
});
