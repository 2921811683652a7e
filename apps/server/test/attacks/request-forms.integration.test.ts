import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tried } from '../../../../testing/attacks.ts';
import { expectProblem } from '../api-client.fixture.ts';
import { startTestServer } from '../server.fixture.ts';
import type { TestServer } from '../server.fixture.ts';

const CAPABILITIES = '/wms?SERVICE=WMS&REQUEST=GetCapabilities';
const PART = '--edge\r\ncontent-disposition: form-data; name="a.kml"; filename="a.kml"\r\n\r\nx\r\n--edge--\r\n';
const FORWARDED = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

let behindProxy: TestServer;
let withoutProxy: TestServer;
beforeAll(async () => {
  [behindProxy, withoutProxy] = await Promise.all([startTestServer({ PUBLIC_URL: 'https://maps.example.org/' }), startTestServer({ TRUST_PROXY: 'none' })]);
});
afterAll(() => Promise.all([behindProxy.close(), withoutProxy.close()]));

describe('who asks', () => {
  test('does not choose the address in capabilities and Location that PUBLIC_URL has said', async (context) => {
    const { api } = behindProxy;
    const text = await (await api.fetch(CAPABILITIES, { headers: FORWARDED })).text();
    expect(text).toContain('xlink:href="https://maps.example.org/api/v1/wms?"');
    expect(text).not.toContain('evil.example');
    const created = await api.post({ input_file: (await api.upload()).uuid });
    expect(created.headers.get('location')).toMatch(/^https:\/\/maps\.example\.org\/api\/v1\/tools\/test-tool\/[\da-f-]{36}$/);
    tried(context, 2);
  });

  test('is taken for no proxy that the operator has not named', async (context) => {
    const answer = await withoutProxy.api.fetch(CAPABILITIES, { headers: FORWARDED });
    const text = await answer.text();
    expect(text).toContain(`xlink:href="${withoutProxy.address}/api/v1/wms?"`);
    expect(text).not.toContain('evil.example');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    tried(context, 1);
  });

  test('must come by TLS from then on only if it has come so', async (context) => {
    const place = '/layers/layer_groups';
    expect((await behindProxy.api.fetch(place)).headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect((await withoutProxy.api.fetch(place)).headers.get('strict-transport-security')).toBeNull();
    tried(context, 2);
  });

  test('gets no page that runs or styles what is written into it', async (context) => {
    for (const place of ['/docs', '/nothing', CAPABILITIES]) {
      const policy = (await withoutProxy.api.fetch(place)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    }
    tried(context, 3);
  });

  test.for([
    ['none', 'multipart/form-data', 'invalid-request'],
    ['an empty one', 'multipart/form-data; boundary=', 'invalid-request'],
    ['an empty one in quotes', 'multipart/form-data; boundary=""', 'invalid-request'],
    ['one with characters around it', 'multipart/form-data; boundary= edge', 'invalid-request'],
    ['another one than the body has', 'multipart/form-data; boundary=other', 'upload-incomplete'],
    ['one of 4,000 characters', `multipart/form-data; boundary=${'x'.repeat(4000)}`, 'invalid-request'],
    ['one that is not ASCII', 'multipart/form-data; boundary=ed\u00e9ge', 'upload-incomplete'],
  ] as const)('hears that the boundary of its upload is wrong: %s', async ([, type, code], context) => {
    const answer = await withoutProxy.api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': type }, body: PART });
    await expectProblem(answer, 400, code);
    tried(context, 1);
  });
});
