import { expect, test } from 'vitest';
import { fileOfBytes } from '../files/memory.ts';
import { kmlDriver } from './index.ts';

const KML = 'http://www.opengis.net/kml/2.2';

test('each placemark is read again under the namespaces of its folder and its own', async () => {
  const declared = [` xmlns:k="${KML}"`, ` xmlns:k="${KML}"`, '', '', ' xmlns:k="urn:other"', ` xmlns:k="${KML}"`, ' xmlns:k="urn:other"'];
  const placemarks = declared.map((declaration, i) => `<Placemark${declaration}><k:description>k${i}</k:description><name>é${i}</name></Placemark>`);
  const text = `<h:kml xmlns:h="${KML}" xmlns="urn:none"><h:Document xmlns="${KML}">${placemarks.join('')}<Placemark/></h:Document></h:kml>`;
  const dataset = await kmlDriver.open({ format: 'kml', name: 'a', files: [fileOfBytes('a.kml', new TextEncoder().encode(text))] });
  const attributes = dataset.attributes(0);
  for (const [i, declaration] of declared.entries()) {
    expect(await attributes.at(i)).toEqual({ ...(declaration.includes(KML) ? { description: `k${i}` } : {}), name: `é${i}` });
    expect(dataset.layers[0].label(i)).toBe(`é${i}`);
  }
  expect(dataset.layers[0].label(declared.length)).toBe('placemark 8');
});
