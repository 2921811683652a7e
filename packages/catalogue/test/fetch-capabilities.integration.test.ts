import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchCapabilities } from '../src/wms/fetch-capabilities.ts';

const CAPABILITIES = `<WMS_Capabilities version="1.3.0"><Service><Title>Água</Title></Service><Capability><Request><GetMap><DCPType><HTTP><Get>
  <OnlineResource xlink:href="../relative?"/></Get></HTTP></DCPType></GetMap></Request><Layer><Name>a</Name><Title>A</Title></Layer></Capability></WMS_Capabilities>`;
const BOMB = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">${Array.from({ length: 20 }, (_, i) => `<!ENTITY b${i} "&b${i === 0 ? '' : i - 1};&b${i === 0 ? '' : i - 1};">`).join('')}]><WMS_Capabilities><Service><Title>&b19;</Title></Service></WMS_Capabilities>`;

/** What the service does under each path. */
const PATHS: Readonly<Partial<Record<string, RequestListener>>> = {
  '/good': (_request, answer) => answer.end(CAPABILITIES),
  '/latin': (_request, answer) => answer.end(Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${CAPABILITIES}`, 'latin1')),
  '/utf-16': (_request, answer) => answer.end(Buffer.from(`\uFEFF${CAPABILITIES}`, 'utf16le')),
  '/moved': (_request, answer) => answer.writeHead(301, { location: '/good' }).end(),
  '/circle': (_request, answer) => answer.writeHead(302, { location: '/circle' }).end(),
  '/file': (_request, answer) => answer.writeHead(302, { location: 'file:///etc/hostname' }).end(),
  '/bomb': (_request, answer) => answer.end(BOMB),
  '/outside': (_request, answer) => answer.end(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><WMS_Capabilities><Service><Title>&x;</Title></Service></WMS_Capabilities>`),
  '/gzip-bomb': (_request, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 << 20, 0x20))),
  '/silent': () => undefined,
  '/drip': drip,
  '/broken': (_request, answer) => {
    answer.writeHead(200, { 'content-length': '100000' }).write('<WMS_Capabilities>');
    setTimeout(() => answer.destroy(), 50);
  },
};

/** A byte now and then, for ever. */
function drip(_request: IncomingMessage, answer: ServerResponse): void {
  const timer = setInterval(() => answer.write(' '), 20);
  answer.on('close', () => clearInterval(timer));
}

let service: Server;
let base: string;
let asked: string[] = [];
beforeAll(async () => {
  service = createServer((request, answer) => {
    asked.push(request.url ?? '');
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const act = PATHS[pathname];
    if (act === undefined) answer.writeHead(404).end();
    else act(request, answer);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

describe('capabilities of a service', () => {
  test('are asked for with its own parameters and without those of a request', async () => {
    asked = [];
    const { url, capabilities } = await fetchCapabilities(`${base}/good?map=a%20b&request=GetMap&Version=1.0.0&SERVICE=WFS#here`);
    expect(url).toBe(`${base}/good?map=a+b`);
    expect(asked).toEqual(['/good?map=a+b&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0']);
    expect(capabilities).toMatchObject({ title: 'Água', getMapUrl: '../relative?', layers: [{ code: 'a' }] });
  });

  test.for(['/latin', '/utf-16'])('are read in their encoding: %s', async (path) => {
    expect((await fetchCapabilities(`${base}${path}`)).capabilities.title).toBe('Água');
  });

  test('that have moved are found, and asked for where they were', async () => {
    expect(await fetchCapabilities(`${base}/moved`)).toMatchObject({ url: `${base}/moved`, capabilities: { title: 'Água' } });
  });

  test.for([
    ['/missing', 'wms-unreachable', 'status 404'],
    ['/circle', 'wms-unreachable', 'no connection'],
    ['/file', 'wms-unreachable', 'no connection'],
    ['/bomb', 'wms-not-understood', 'not well-formed'],
    ['/outside', 'wms-not-understood', 'not well-formed'],
    ['/gzip-bomb', 'wms-unreachable', 'longer than 32 MiB'],
    ['/silent', 'wms-unreachable', 'within 1 seconds'],
    ['/drip', 'wms-unreachable', 'within 1 seconds'],
    ['/broken', 'wms-unreachable', 'no connection'],
  ] as const)('%s are refused', async ([path, code, reason]) => {
    const fetched = fetchCapabilities(`${base}${path}`, reason === 'within 1 seconds' ? 1000 : 60_000);
    await expect(fetched).rejects.toMatchObject({ code });
    await expect(fetched).rejects.toThrow(reason);
  });
});
