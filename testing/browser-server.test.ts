import { expect, test, vi } from 'vitest';

test('the server of the browser tests takes any free port and is found by what it prints', async () => {
  for (const [name, value] of [['E2E_PORT', undefined], ['E2E_BASE_URL', undefined], ['E2E_DATA_DIR', 'nowhere']] as const) vi.stubEnv(name, value);
  const { default: config } = await import('../playwright.config.ts');
  vi.unstubAllEnvs();
  const [server] = [config.webServer ?? []].flat();
  expect(server).toMatchObject({ env: { PORT: '0' } });
  expect(server.wait?.stdout?.exec('GeoInsights is running at http://127.0.0.1:4711\n')?.groups).toEqual({ e2e_server_address: 'http://127.0.0.1:4711' });
});
