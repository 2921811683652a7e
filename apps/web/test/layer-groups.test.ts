import { afterEach, expect, it, vi } from 'vitest';
import { fetchLayerGroups } from '../src/geoexplorer/model/layers/layer-groups.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const layer = (name: string, url: unknown) => ({ uuid: name, name, code: name, position: 1, webmap: { url } });

it('a layer whose service has no address is left out, because the map would not open with it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const layers = [layer('below this page', '/api/v1/layers/wms'), layer('elsewhere', 'https://example.org/wms'), layer('broken', 'https://['), layer('none', undefined)];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([{ name: 'group', layers }])));
  const [group] = await fetchLayerGroups(new AbortController().signal);
  expect(group.layers.map(({ name }) => name)).toEqual(['below this page', 'elsewhere']);
});
