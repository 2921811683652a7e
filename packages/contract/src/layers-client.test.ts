import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLayersClient } from './layers-client.ts';

const PLACE = { longitude: -47.75, latitude: -15.5, resolution: 9.55 };

function answersWith(status: number, body: unknown) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the features of a layer at a place', () => {
  it('are requested by uuid and position, never by an address', async () => {
    const features = [{ label: 'Talhão 7', attributes: [{ name: 'dono', value: 'Maria' }] }];
    const fetched = answersWith(200, { features });
    expect(await createLayersClient().findFeatures('a/b', PLACE)).toEqual({ features: [{ ...features[0], more_attributes: 0 }], has_more: false });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/layers/a%2Fb/features?longitude=-47.75&latitude=-15.5&resolution=9.55');
  });

  it('are refused with the message and the code of the server', async () => {
    answersWith(502, { detail: 'Its service does not answer.', code: 'layer-service-unavailable' });
    await expect(createLayersClient().findFeatures('a', PLACE)).rejects.toMatchObject({ message: 'Its service does not answer.', status: 502, code: 'layer-service-unavailable' });
  });

  it('are ignored if they have another form', async () => {
    answersWith(200, { features: [{ label: 1 }] });
    await expect(createLayersClient().findFeatures('a', PLACE)).rejects.toMatchObject({ name: 'CallFailed', code: null });
  });
});
