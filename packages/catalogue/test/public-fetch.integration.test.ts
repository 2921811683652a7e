import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tried } from '../../../testing/attacks.ts';
import { connectionFailure } from '../src/wms/connection-failure.ts';
import { parseNetworks, publicFetch } from '../src/wms/public-fetch.ts';

/** A service in this machine's private network, which counts its visitors. */
let port: number;
let visits = 0;
let answer: RequestListener = (_request, response) => response.end('private');
const server = createServer((request, response) => {
  visits++;
  answer(request, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = z.custom<AddressInfo>().parse(server.address()).port;
});
afterAll(() => server.close());

async function failureOf(fetching: Promise<unknown>): Promise<string> {
  return fetching.then(
    () => 'an answer',
    (error: unknown) => connectionFailure(error),
  );
}

const REFUSED = 'it lies in a private network, of which nothing is asked; SERVICE_NETWORKS can name networks whose services may be (ERR_PRIVATE_ADDRESS)';
const HOSTS = [
  '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'localhost', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]',
  '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '[fe80::1]', '[fd00::1]', '[fec0::1]', '[::ffff:10.0.0.1]', '224.0.0.1', '255.255.255.255', '192.0.0.1', '198.18.0.1', '[ff02::1]',
];

describe('a request to a private network', () => {
  test('by an address, however it is written, is refused', async (context) => {
    const fetch = publicFetch([]);
    for (const host of HOSTS) expect(`${host}: ${await failureOf(fetch(new URL(`http://${host}:${String(port)}/`), {}))}`).toBe(`${host}: ${REFUSED}`);
    expect(visits).toBe(0);
    tried(context, HOSTS.length);
  });

  test('by a name, also one that changes its address between two look-ups, is refused', async (context) => {
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
      const fetch = publicFetch([], (_host, told) => told(null, [{ address, family: address.includes(':') ? 6 : 4 }]));
      expect(await failureOf(fetch(new URL(`http://rebinding.example:${String(port)}/`), {}))).toBe(REFUSED);
    }
    let looks = 0;
    const fetch = publicFetch(['127.0.0.2/32'], (_host, told) => told(null, [{ address: looks++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]));
    const close = { headers: { connection: 'close' } };
    await (await fetch(new URL(`http://rebinding.example:${String(port)}/`), close)).text();
    const before = visits;
    expect(await failureOf(fetch(new URL(`http://rebinding.example:${String(port)}/`), close))).toBe(REFUSED);
    expect(visits).toBe(before);
    tried(context, 6);
  });

  test('by a name with one allowed and one forbidden address goes only to the first', async (context) => {
    const places: (string | undefined)[] = [];
    answer = (request, response) => {
      places.push(request.socket.localAddress);
      response.end('asked');
    };
    const both = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((address) => ({ address, family: 4 }));
    for (let turn = 0; turn < 5; turn++) {
      const fetch = publicFetch(['127.0.0.2/32'], (_host, told) => told(null, turn % 2 === 0 ? both : both.toReversed()));
      expect(await (await fetch(new URL(`http://two-faced.example:${String(port)}/`), { headers: { connection: 'close' } })).text()).toBe('asked');
    }
    expect(new Set(places)).toEqual(new Set(['127.0.0.2']));
    tried(context, 5);
  });

  test('by a redirect from an allowed service is refused, and redirects in circles end', async (context) => {
    const fetch = publicFetch(['127.0.0.2/32']);
    const from = new URL(`http://127.0.0.2:${String(port)}/`);
    for (const to of ['127.0.0.1', 'localhost', '[::1]']) {
      answer = (_request, response) => response.writeHead(302, { location: `http://${to}:${String(port)}/private` }).end();
      const before = visits;
      expect(await failureOf(fetch(from, {}))).toBe(REFUSED);
      expect(visits).toBe(before + 1);
    }
    answer = (_request, response) => response.writeHead(302, { location: from.href }).end();
    const before = visits;
    expect(await failureOf(fetch(from, {}))).toContain('redirect count exceeded');
    expect(visits - before).toBeLessThan(30);
    tried(context, 4);
  });
});

test("to a network of the operator's own is allowed", async () => {
  answer = (_request, response) => response.end('private');
  const fetch = publicFetch(parseNetworks('10.0.0.0/8, 127.0.0.0/8'));
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]']) expect(await (await fetch(new URL(`http://${host}:${String(port)}/`), {})).text()).toBe('private');
  expect(() => parseNetworks('10.0.0.0/8, intranet')).toThrow('"intranet"');
  for (const old of ['10.1/16', '010.0.0.0/8', '0x0a.0.0.0/8', '10.0.0.0']) expect(() => parseNetworks(old)).toThrow(`"${old}"`);
  expect(parseNetworks('10.1.0.0/16, fd00::/8')).toEqual(['10.1.0.0/16', 'fd00::/8']);
});
