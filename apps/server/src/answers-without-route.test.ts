import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerMalformedRequest } from './answers-without-route.ts';

const coded = (code: string) => Object.assign(new Error(code), { code });

test.for([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'request-too-slow'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'request-head-too-large'],
  ['HPE_INVALID_METHOD', '400 Bad Request', 'invalid-request'],
] as const)('what Node says of a request, %s, is answered with %s', async ([code, status, problem]) => {
  const socket = new PassThrough();
  answerMalformedRequest(coded(code), socket);
  const answer = await text(socket);
  expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
  expect(answer).toContain(`"code":"${problem}"`);
});

test('who has closed the connection is answered nothing', () => {
  const socket = new PassThrough();
  answerMalformedRequest(coded('ECONNRESET'), socket);
  expect([socket.destroyed, socket.read()]).toEqual([true, null]);
});
