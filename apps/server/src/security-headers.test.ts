import fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendSecurityHeaders } from './security-headers.ts';

async function headersOf(publicUrl: string | null, url = '/'): Promise<Readonly<Record<string, unknown>>> {
  const app = fastify();
  sendSecurityHeaders(app, publicUrl);
  app.get('/', () => 'ok');
  const { headers } = await app.inject(url);
  await app.close();
  return headers;
}

test.each(['/', '/nowhere'])('the answer at %s may not be framed, taken for another type, or run or load what is not ours', async (url) => {
  const headers = await headersOf(null, url);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-resource-policy': 'same-origin', 'referrer-policy': 'strict-origin-when-cross-origin' });
  const policy = new Map(String(headers['content-security-policy']).split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]));
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect([name, policy.get(name)]).toEqual([name, ["'none'"]]);
  for (const name of ['default-src', 'script-src', 'style-src', 'font-src', 'connect-src', 'form-action']) expect([name, policy.get(name)]).toEqual([name, ["'self'"]]);
});

test('only who comes by TLS, or is to come by it, is told to stay there', async () => {
  expect((await headersOf('https://maps.example.org'))['strict-transport-security']).toBe('max-age=31536000');
  for (const publicUrl of [null, 'http://maps.example.org']) expect(await headersOf(publicUrl)).not.toHaveProperty('strict-transport-security');
});
