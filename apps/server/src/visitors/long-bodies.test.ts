import http from 'node:http';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { answerErrorsAsProblems } from '../errors.ts';
import { limitLongBodies } from './long-bodies.ts';
import { acceptOnlyJson } from './request-bodies.ts';

const LONG = JSON.stringify({ long: 'x'.repeat(100_000) });

async function open(limits: { atOnce: number; ofVisitor: number; milliseconds: number }) {
  const app = fastify({ bodyLimit: 1000, trustProxy: true });
  acceptOnlyJson(app);
  answerErrorsAsProblems(app);
  app.post('/', { bodyLimit: 200_000, preParsing: limitLongBodies(limits) }, ({ body }) => JSON.stringify(body).length);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  /** A request of which half has been sent. */
  const begun = (visitor: string, body = LONG, length: object = { 'content-length': body.length }) => {
    const request = http.request({ port, method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor, ...length } });
    const answer = new Promise<[number | undefined, string]>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => void text(response).then((answered) => resolve([response.statusCode, answered]), reject));
    });
    request.write(body.slice(0, 70_000));
    return { answer, end: () => request.end(body.slice(70_000)), cut: () => request.destroy() };
  };
  const whole = (visitor: string, body = LONG) => {
    const request = begun(visitor, body);
    request.end();
    return request.answer;
  };
  return { app, begun, whole };
}

/** As long as a busy machine needs. */
const eventually = (ask: () => Promise<void>): Promise<void> => vi.waitFor(ask, 60_000);

const LENGTH = String(LONG.length);
const REFUSED = [503, expect.stringContaining('too-many-long-requests')];

test('of long bodies so many come at a time, of one visitor and of all, and others as they like', async () => {
  const { app, begun, whole } = await open({ atOnce: 2, ofVisitor: 1, milliseconds: 60_000 });
  expect(await whole('192.0.2.1')).toEqual([200, LENGTH]);
  const first = begun('192.0.2.1');
  await eventually(async () => expect(await whole('192.0.2.1')).toEqual(REFUSED));
  const second = begun('192.0.2.2');
  await eventually(async () => expect(await whole('192.0.2.3')).toEqual(REFUSED));
  expect(await whole('192.0.2.1', '{"a":1}')).toEqual([200, '7']);
  first.end();
  expect(await first.answer).toEqual([200, LENGTH]);
  second.cut();
  await expect(second.answer).rejects.toThrow();
  // Both places are free again.
  await eventually(async () => expect(await whole('192.0.2.2')).toEqual([200, LENGTH]));
  await eventually(async () => expect(await whole('192.0.2.1')).toEqual([200, LENGTH]));
  await app.close();
});

test.each([{ 'content-length': LONG.length }, { 'transfer-encoding': 'chunked' }])('%j: a network of IPv6 is one visitor, and a body that does not say its length counts as long', async (length) => {
  const { app, begun, whole } = await open({ atOnce: 5, ofVisitor: 1, milliseconds: 60_000 });
  const first = begun('2001:db8:0:1::1', LONG, length);
  await eventually(async () => expect(await whole('2001:db8:0:1::2')).toEqual(REFUSED));
  expect(await whole('2001:db8:0:2::1')).toEqual([200, LENGTH]);
  first.cut();
  await expect(first.answer).rejects.toThrow();
  await app.close();
});

test('one that takes long is told so, and its place is free again', async () => {
  const { app, begun, whole } = await open({ atOnce: 1, ofVisitor: 1, milliseconds: 50 });
  const slow = begun('192.0.2.1');
  expect(await slow.answer).toEqual([408, expect.stringContaining('request-too-slow')]);
  slow.cut();
  await eventually(async () => expect(await whole('192.0.2.1')).toEqual([200, LENGTH]));
  await app.close();
});

test('one that is too long even so is told how long it may be', async () => {
  const { app, whole } = await open({ atOnce: 1, ofVisitor: 1, milliseconds: 60_000 });
  expect(await whole('192.0.2.1', JSON.stringify({ long: 'x'.repeat(250_000) }))).toEqual([413, expect.stringContaining('195.3 KiB')]);
  await app.close();
});
