import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { z } from 'zod';
import { fetchCapabilities as fetchFrom } from '../src/wms/fetch-capabilities.ts';
import { connectionFailure, publicConnectionFailure } from '../src/wms/connection-failure.ts';

/** The services of the tests are on this machine. */
const fetchCapabilities = (address: string, milliseconds?: number) => fetchFrom(address, ['127.0.0.0/8', '::1/128'], milliseconds);

const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const addressSchema = z.custom<AddressInfo>((value) => typeof value === 'object' && value !== null);
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return addressSchema.parse(server.address()).port;
}

/** The message for an address that cannot be read. */
async function said(address: string): Promise<string> {
  return fetchCapabilities(address, 20_000).then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : 'no error'),
  );
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.log('skipped: there is no openssl here to make certificates with');

/** A server with a self-signed certificate for this name, valid for this many days. */
async function secureServer(name: string, days: number): Promise<number> {
  const [key, certificate] = [path.join(folder, `${name}-${days}.key`), path.join(folder, `${name}-${days}.crt`)];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', certificate, '-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]);
  return listen(createHttpsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_request, answer) => answer.end('<x/>')));
}

test('a port on which nothing listens', async () => {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  for (const host of ['127.0.0.1', 'localhost']) expect(await said(`http://${host}:${port}/wms`)).toContain('there is no connection to it: nothing listens there: the service may be down, or the port wrong (ECONNREFUSED)');
});

test('a host name that does not exist', async () => {
  // Without any name server, the second message appears.
  expect(await said('http://no-such-service.invalid/wms')).toMatch(/there is no machine of that name \(ENOTFOUND\)|its name cannot be looked up now: .* \(EAI_AGAIN\)/);
});

test('a connection that is broken off, and a server that speaks another protocol', async () => {
  expect(await said(`http://127.0.0.1:${await listen(createServer((socket) => socket.destroy()))}/wms`)).toMatch(/it broke the connection off \((UND_ERR_SOCKET|ECONNRESET)\)/);
  expect(await said(`http://127.0.0.1:${await listen(createServer((socket) => socket.end('220 mail.example.org ready\r\n')))}/wms`)).toMatch(/what answers there does not speak HTTP \((HPE_\w+|HTTPParserError)\)/);
  expect(await said(`https://127.0.0.1:${await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))}/wms`)).toMatch(/it does not speak TLS there, or only in a way that this machine refuses \((EPROTO|ERR_SSL_\w+)\)/);
});

test('a self-signed certificate', needs(hasOpenssl, 'OpenSSL is not installed'), async () => {
  expect(await said(`https://localhost:${await secureServer('localhost', 2)}/wms`)).toContain('its certificate is signed by itself, not by an authority that this machine trusts; NODE_EXTRA_CA_CERTS can name a file with further ones (DEPTH_ZERO_SELF_SIGNED_CERT)');
});

test('a reason without a code is given in its own words', async () => {
  // Port 1 is one of those that fetch refuses.
  expect(await said('http://127.0.0.1:1/wms')).toContain('there is no connection to it: bad port');
});

test('of several failed attempts the most specific is reported, even if the whole has no code', () => {
  const coded = (code: string | undefined): Error => Object.assign(new Error(`connect ${code ?? ''}`), { code });
  const attempts = Object.assign(new AggregateError([coded('ENETUNREACH'), coded('ETIMEDOUT')]), { code: undefined });
  expect(connectionFailure(new TypeError('fetch failed', { cause: attempts }))).toBe('nobody answers there: the service may be down, or a firewall keeps this machine from it (ETIMEDOUT)');
  expect(connectionFailure(new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { code: undefined }) }))).toBe('fetch failed');
});

test.each([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate cannot be verified'],
  ['EHOSTUNREACH', 'there is no way to it'],
  ['UND_ERR_CONNECT_TIMEOUT', 'nobody answers there'],
  ['UND_ERR_HEADERS_TIMEOUT', 'it took the question and did not answer'],
  ['EAI_AGAIN', 'its name cannot be looked up now'],
])('%s has a sentence of its own', (code, sentence) => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  expect(connectionFailure(error)).toContain(sentence);
  expect(connectionFailure(error)).toContain(`(${code})`);
});

test('what anyone may read names no address and no advice for operators', () => {
  const coded = (code: string): Error => new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code} 10.0.0.7:8080`), { code }) });
  expect(publicConnectionFailure(coded('ECONNREFUSED'))).toBe('nothing listens there: the service may be down, or the port wrong (ECONNREFUSED)');
  expect(publicConnectionFailure(coded('DEPTH_ZERO_SELF_SIGNED_CERT'))).toBe('its certificate is signed by itself, not by an authority that this machine trusts (DEPTH_ZERO_SELF_SIGNED_CERT)');
  expect(publicConnectionFailure(coded('EACCES'))).toBe('EACCES');
  expect(connectionFailure(coded('EACCES'))).toBe('connect EACCES 10.0.0.7:8080 (EACCES)');
  expect(publicConnectionFailure(new TypeError('fetch failed', { cause: new Error('10.0.0.7 has a bad port') }))).toBeNull();
});
