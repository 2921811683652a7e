import { createServer, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { CannotWriteError } from '../exit-codes.ts';
import { askServer } from './ask-server.ts';

/** What becomes of a question to a program that listens where a server did. */
async function askAt(listener: RequestListener): Promise<unknown> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return await askServer({ address: `http://127.0.0.1:${address.port}`, token: 'x' }, 'GET', 'status');
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

it.each<[string, RequestListener, RegExp]>([
  ['a page', (_, answer) => answer.end('<html>'), /^What answers at .* is not the server of the data folder\.$/],
  ['a page with an error', (_, answer) => answer.writeHead(500).end('<html>'), /^What answers at .* is not the server of the data folder\.$/],
  ['half a problem', (_, answer) => answer.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"title":'), /is not the server of the data folder/],
  ['half an answer', (request, answer) => void answer.writeHead(200, { 'content-length': 100 }).write('{', () => request.socket.destroy()), /^The server that uses the data folder does not answer at /],
])('says in a sentence that %s is no answer', async (_, listener, words) => {
  const failure = askAt(listener);
  await expect(failure).rejects.toThrow(CannotWriteError);
  await expect(failure).rejects.toThrow(words);
});

it('takes an empty answer and a value', async () => {
  expect(await askAt((_, answer) => answer.writeHead(204).end())).toBeNull();
  expect(await askAt((_, answer) => answer.end('{"a":1}'))).toEqual({ a: 1 });
});
