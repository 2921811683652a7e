import path from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../../testing/secure-server.ts';
import { openEmbeddedDatabase } from '../../server/src/db/database.ts';
import { operatedServer, uuidIn } from './server.fixture.ts';

const server = await operatedServer('older');
const { dataFolder, layers } = server;

const CAPABILITIES = `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Title>Estado</Title></Service><Capability>
  <Request><GetMap><Format>image/png</Format></GetMap></Request>
  <Layer><Title>Tudo</Title><CRS>EPSG:3857</CRS><Layer><Name>rios</Name><Title>Rios</Title></Layer><Layer><Name>lagos</Name><Title>Lagos</Title></Layer></Layer>
</Capability></WMS_Capabilities>`;

/** Imitates a version that accepted http addresses. */
async function addressByHttp(...uuids: string[]): Promise<void> {
  await server.stop();
  const database = await openEmbeddedDatabase(path.join(dataFolder, 'database'));
  for (const { uuid, webmap_url: url } of await database.tables.selectFrom('layers').select(['uuid', 'webmap_url']).where('uuid', 'in', uuids).execute()) {
    await database.tables.updateTable('layers').set({ webmap_url: url.replace('https:', 'http:') }).where('uuid', '=', uuid).execute();
  }
  await database.close();
  await server.start();
}

test('a layer that an older version imported by http is marked in the list, until its service is imported again or gets an https address', async () => {
  const service = await startService((_asked, answer) => answer.writeHead(200, { 'content-type': 'text/xml' }).end(CAPABILITIES), ['https']);
  const address = `https://${service.host}/wms`;
  try {
    const rivers = uuidIn(await layers('import-wms', address, '--layer', 'rios', '--group', 'Estado'));
    const lakes = uuidIn(await layers('import-wms', address, '--layer', 'lagos', '--group', 'Estado'));
    const inList = (uuid: string, name: string, code: string) => `  ${uuid}  hidden   ${name}  (${service.host}, ${code})\n`;
    const mark = `      not on the map: http://${service.host}/wms is not an https address; import the service again, or give its https address with update --url\n`;
    const listed = async () => `${(await layers('list')).stdout.replace(/^[^]*^Estado .*\n/m, '').trimEnd()}\n`;
    const shown = async () => (await server.groups()).find(({ name }) => name === 'Estado')?.layers.map(({ name, webmap: { url } }) => `${name} at ${url}`);
    expect(await listed()).toBe(inList(rivers, 'Rios', 'rios') + inList(lakes, 'Lagos', 'lagos'));

    await addressByHttp(rivers, lakes);
    expect(await shown()).toBeUndefined();
    expect(await listed()).toBe(inList(rivers, 'Rios', 'rios') + mark + inList(lakes, 'Lagos', 'lagos') + mark);

    // The same layer, not an additional one.
    expect(uuidIn(await layers('import-wms', address, '--layer', 'rios'))).toBe(rivers);
    expect(await listed()).toBe(inList(rivers, 'Rios', 'rios') + inList(lakes, 'Lagos', 'lagos') + mark);
    expect(await shown()).toEqual([`Rios at ${address}`]);

    uuidIn(await layers('update', lakes, '--url', address));
    expect(await listed()).toBe(inList(rivers, 'Rios', 'rios') + inList(lakes, 'Lagos', 'lagos'));
    expect(await shown()).toEqual([`Rios at ${address}`, `Lagos at ${address}`]);
  } finally {
    service.stop();
  }
});
