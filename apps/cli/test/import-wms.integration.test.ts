import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { layerGroupsSchema } from '@geoinsights/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { fillDataFolder, placeOfDataFolders } from '../../../testing/data-folder.ts';
import { trustTestServers } from '../../../testing/secure-server.ts';
import { needs } from '../../../testing/needs.ts';
import { geotoolsLayersHere } from './geotools-here.ts';
import type { Run } from './geotools.ts';
import { hasMapserver, startMapserver } from './mapserver.fixture.ts';

const folder = mkdtempSync(path.join(placeOfDataFolders(), 'import-wms-'));
const dataFolder = path.join(folder, 'data');
mkdirSync(dataFolder);
fillDataFolder(dataFolder);
// The services of these tests have their own certificate.
trustTestServers();
process.env['SERVICE_NETWORKS'] = '127.0.0.0/8';
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const layers = (...args: string[]): Promise<Run> => geotoolsLayersHere(dataFolder, ...args);

describe('MapServer', needs(hasMapserver, 'MapServer is not installed'), () => {
  test.for([
    [null, '1.3.0'],
    ['1.1.1', '1.1.1'],
  ] as const)('requested in %s: its layers are listed and imported', async ([forced, version]) => {
    const service = await startMapserver(folder, forced);
    try {
      const offer = await layers('import-wms', service.address);
      expect(offer).toMatchObject({ status: 0, stderr: '' });
      expect(offer.stdout).toContain(`Serviço de teste (WMS ${version})`);
      expect(offer.stdout).toMatch(/farms +Terra \/ Rural \/ Fazendas é/);
      const added = await layers('import-wms', service.address, '--layer', 'farms', '--layer', 'wells', '--group', `Servidor ${version}`);
      expect(added).toMatchObject({ status: 0, stderr: '' });
      expect(added.stdout.includes('note: The service speaks WMS 1.1.1')).toBe(version === '1.1.1');
      const groups = layerGroupsSchema.parse(JSON.parse((await layers('list', '--json')).stdout));
      expect(groups.find(({ name }) => name === `Servidor ${version}`)?.layers).toMatchObject([
        { name: 'Fazendas é', code: 'farms', description: 'Polígonos <de> exemplo', source: 'Serviço de teste', licence: 'CC BY 4.0', attribution: 'Fulano', minimum_zoom: 9, webmap: { url: service.address } },
        { name: 'Poços', code: 'wells', minimum_zoom: null },
      ]);
      // The pictures that the map will request.
      const query = 'SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=wells&STYLES=&CRS=EPSG:3857&BBOX=-5400000,-1800000,-5200000,-1600000&WIDTH=64&HEIGHT=64&FORMAT=image/png';
      const picture = await fetch(`${service.address}?${forced === null ? query : query.replace('CRS', 'SRS')}`);
      expect(picture.headers.get('content-type')).toBe('image/png');
    } finally {
      service.stop();
    }
  });
});

test('addresses with a password are refused', async () => {
  expect(await layers('import-wms', 'https://ana:geheim@example.org/wms')).toMatchObject({ status: 2 });
});

test.each([
  [['--group', 'Limites'], 'Say with --layer which layers to import: without it, the layers of the service are only listed.'],
  [['--hidden'], 'Say with --layer which layers to import: without it, the layers of the service are only listed.'],
  [['--layer', 'farms', '--json'], '--json is for the list of what a service offers, which is printed without --layer.'],
  [['--layer', 'farms', '--layer', 'wells', '--name', 'Fazendas'], '--name is the name of one layer. Import the layers one after the other.'],
  [['--layer', 'farms', '--style', 'outlined'], '--style outlined is for layers that this server draws. A layer of another service is filled or background.'],
  [['--layer', 'farms', '--style', 'dotted'], '--style takes filled, outlined or background, not "dotted".'],
])('what an option cannot do is said before the service is asked: %j', async (options, sentence) => {
  expect(await layers('import-wms', 'https://example.invalid/wms', ...options)).toEqual({ status: 2, stdout: '', stderr: `${sentence}\nSee geotools help layers import-wms.\n` });
});
