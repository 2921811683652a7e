import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, trustTestServers } from '../../../testing/secure-server.ts';
import type { LocalService } from '../../../testing/secure-server.ts';
import { fetchCapabilities as fetchFrom } from '../src/wms/fetch-capabilities.ts';

/** The services of the tests are on this machine. */
const fetchCapabilities = (address: string, milliseconds?: number) => fetchFrom(address, ['127.0.0.0/8', '::1/128'], milliseconds);

const CAPABILITIES = `<WMS_Capabilities version="1.3.0"><Service><Title>Água</Title></Service><Capability><Request><GetMap><DCPType><HTTP><Get>
  <OnlineResource xlink:href="http://inside.example/wms?"/></Get></HTTP></DCPType></GetMap></Request><Layer><Name>a</Name><Title>A</Title></Layer></Capability></WMS_Capabilities>`;
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

/** A byte now and then, forever. */
function drip(_request: IncomingMessage, answer: ServerResponse): void {
  const timer = setInterval(() => answer.write(' '), 20);
  answer.on('close', () => clearInterval(timer));
}

let service: LocalService;
let base: string;
let asked: string[] = [];
beforeAll(async () => {
  trustTestServers();
  service = await startService(answerByPath, ['https']);
  base = `https://${service.host}`;
});
afterAll(() => service.stop());

function answerByPath(request: IncomingMessage, answer: ServerResponse): void {
  asked.push(request.url ?? '');
  const act = PATHS[new URL(request.url ?? '', 'https://localhost').pathname];
  if (act === undefined) answer.writeHead(404).end();
  else act(request, answer);
}

describe('capabilities of a service', () => {
  test('are requested with its own parameters and without those of a request', async () => {
    asked = [];
    const { url, capabilities } = await fetchCapabilities(`${base}/good?map=a%20b&request=GetMap&Version=1.0.0&SERVICE=WFS#here`);
    expect(url).toBe(`${base}/good?map=a+b`);
    expect(asked).toEqual(['/good?map=a+b&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0']);
    expect(capabilities).toMatchObject({ title: 'Água', getMapUrl: 'http://inside.example/wms?', layers: [{ code: 'a' }] });
  });

  test.for(['/latin', '/utf-16'])('are read in their encoding: %s', async (path) => {
    expect((await fetchCapabilities(`${base}${path}`)).capabilities.title).toBe('Água');
  });

  test('that have moved are found, and requested at their original address again', async () => {
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
  ] as const)('are refused from %s', async ([path, code, reason]) => {
    const fetched = fetchCapabilities(`${base}${path}`, reason === 'within 1 seconds' ? 1000 : 60_000);
    await expect(fetched).rejects.toMatchObject({ code });
    await expect(fetched).rejects.toThrow(reason);
  });
});

describe('a service that is given by its http address', () => {
  test('and also answers by https is stored with its https address and its own parameters', async () => {
    const both = await startService(answerByPath, ['http', 'https']);
    asked = [];
    try {
      expect(await fetchCapabilities(`http://${both.host}/good?map=a&REQUEST=GetMap`)).toMatchObject({ url: `https://${both.host}/good?map=a`, isUpgraded: true });
      expect(asked).toHaveLength(1);
    } finally {
      both.stop();
    }
  });

  test('and answers by http only is refused with the reason', async () => {
    const plain = await startService(answerByPath, ['http']);
    try {
      const fetched = fetchCapabilities(`http://${plain.host}/good`);
      await expect(fetched).rejects.toMatchObject({ code: 'wms-only-http' });
      await expect(fetched).rejects.toThrow(/answers over http, but not over https \(there is no connection to it: .+ \(.+\)\)\..*layers publish/);
      await expect(fetchCapabilities(`http://${plain.host}/missing`)).rejects.toThrow('status 404');
    } finally {
      plain.stop();
    }
  });

  test('and redirects to https is stored with that address', async () => {
    const plain = await startService((_request, answer) => answer.writeHead(302, { location: `${base}/good?map=b&REQUEST=GetCapabilities` }).end(), ['http']);
    try {
      expect(await fetchCapabilities(`http://${plain.host}/wms`)).toMatchObject({ url: `${base}/good?map=b`, isUpgraded: true });
    } finally {
      plain.stop();
    }
  });
});

test('a service by https that redirects to http is refused, as no page could show its pictures', async () => {
  const plain = await startService(answerByPath, ['http']);
  const secure = await startService((_request, answer) => answer.writeHead(302, { location: `http://${plain.host}/good` }).end(), ['https']);
  try {
    await expect(fetchCapabilities(`https://${secure.host}/wms`)).rejects.toMatchObject({ code: 'wms-only-http', details: { reason: 'it sends whoever asks by https to http' } });
  } finally {
    secure.stop();
    plain.stop();
  }
});
