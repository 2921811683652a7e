import type { RequestListener } from 'node:http';
import { startOwnServer } from '../drivers/own-server.ts';
import type { OwnServer } from '../drivers/own-server.ts';
import { tilePicture } from '../drivers/tile-picture.ts';
import { startService } from '../../testing/secure-server.ts';
import type { LocalService } from '../../testing/secure-server.ts';
import { expect, test } from '../drivers/test.ts';

const GREEN = [0, 160, 0, 255] as const;
const TILE = tilePicture(GREEN, GREEN);
const CAPABILITIES = `<WMS_Capabilities version="1.3.0"><Service><Title>Serviço do estado</Title></Service><Capability>
  <Request><GetMap><DCPType><HTTP><Get><OnlineResource xlink:href="http://elsewhere.example/wms?"/></Get></HTTP></DCPType></GetMap></Request>
  <Layer><CRS>EPSG:3857</CRS><Name>rios</Name><Title>Rios do estado</Title></Layer></Capability></WMS_Capabilities>`;

/** A service whose pictures are all green. */
const service: RequestListener = (request, answer) => {
  if (/request=getcapabilities/i.test(request.url ?? '')) answer.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(CAPABILITIES);
  else answer.writeHead(200, { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }).end(TILE);
};

// The service's certificate is a test certificate.
test.use({ ignoreHTTPSErrors: true });

let server: OwnServer;
let state: LocalService;
test.beforeEach(async () => {
  [server, state] = await Promise.all([startOwnServer(), startService(service, ['http', 'https'])]);
});
test.afterEach(async ({ page }) => {
  // A page that lost its server would report it.
  await page.goto('about:blank');
  state.stop();
  await server.stop();
});

/** One that answers by http only is refused: apps/cli/test/layer-sources.integration.test.ts. */
test('a service that is given by http and answers by https is imported by https, and its pictures are on the map', async ({ page, explorer, watch }) => {
  const { host } = state;
  watch.allows(server.address, `https://${host}`);
  const imported = await server.layers('import-wms', `http://${host}/wms`, '--layer', 'rios', '--group', 'Estado', '--visible');
  expect(imported).toMatchObject({ status: 0 });
  await page.goto(`${server.address}/geoexplorer`);
  await explorer.checkbox('Rios do estado').setChecked(true);
  await explorer.checkbox('Estado').setChecked(true);
  await expect.poll(() => explorer.colourOfCenter()).toEqual(GREEN.slice(0, 3));
  expect(imported.output).toContain(`note: The service answers by https as well: its layers are requested at https://${host}/wms.`);
});
