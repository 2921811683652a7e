import { GROUPS } from '../drivers/layer-groups.ts';
import { expect, test } from '../drivers/test.ts';

const PARCEL = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Talhão 7</name><Polygon><outerBoundaryIs><LinearRing>
<coordinates>-50,-10 -49,-10 -49,-9 -50,-9 -50,-10</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;

test('a KML that is chosen is drawn, and the map flies to it', async ({ explorer, api }) => {
  await api.layerGroupsAnswer({ body: GROUPS });
  await explorer.open();
  await explorer.choose({ name: 'talhao.kml', content: PARCEL });
  await explorer.seesFiles(/talhao\.kml0\.\d\d KBdesenhado: 1 feição/);
  await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
  expect(api.asked('POST')).toEqual([]);
});
