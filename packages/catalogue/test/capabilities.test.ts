import { describe, expect, test } from 'vitest';
import { readCapabilities } from '../src/wms/capabilities.ts';

const layer = (content: string): string => `<Layer queryable="1">${content}</Layer>`;
const VERSION_1_3 = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
<Service><Name>WMS</Name><Title>Mapas &amp; dados</Title><Fees>NONE</Fees><AccessConstraints>CC BY 4.0</AccessConstraints></Service>
<Capability><Request><GetCapabilities><DCPType><HTTP><Get><OnlineResource xlink:href="http://inside/no"/></Get></HTTP></DCPType></GetCapabilities>
<GetMap><Format>image/png</Format><DCPType><HTTP><Get><OnlineResource xlink:href="https://example.org/wms?"/></Get></HTTP></DCPType></GetMap></Request>
${layer(`<Title>Raiz</Title><Attribution><Title>IBGE</Title></Attribution>
  ${layer(`<Name>a:biomas</Name><Title>Biomas</Title><Abstract>Os <![CDATA[seis]]> biomas</Abstract><Style><Name>padrao</Name><Title>Padrão</Title></Style>`)}
  ${layer(`<Title>Água</Title>${layer('<Name>rios</Name><Title/><Attribution><Title>ANA</Title></Attribution>')}`)}`)}
</Capability></WMS_Capabilities>`;

describe('capabilities', () => {
  test('of WMS 1.3.0, with layers in layers', () => {
    expect(readCapabilities(VERSION_1_3, 'example.org')).toEqual({
      version: '1.3.0',
      title: 'Mapas & dados',
      getMapUrl: 'https://example.org/wms?',
      fees: null,
      accessConstraints: 'CC BY 4.0',
      layers: [
        { code: 'a:biomas', title: 'Biomas', abstract: 'Os seis biomas', attribution: 'IBGE', isInMercator: null, minimumZoom: null, path: ['Raiz'] },
        { code: 'rios', title: 'rios', abstract: '', attribution: 'ANA', isInMercator: null, minimumZoom: null, path: ['Raiz', 'Água'] },
      ],
    });
  });

  test('of WMS 1.1.1, whose document type is not fetched', () => {
    const xml = `<?xml version='1.0'?><!DOCTYPE WMT_MS_Capabilities SYSTEM "http://example.invalid/WMS_MS_Capabilities.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
      <WMT_MS_Capabilities version="1.1.1"><Service><Title>MapServer</Title></Service><Capability>${layer('<Name>root</Name><Title>Root</Title>')}</Capability></WMT_MS_Capabilities>`;
    expect(readCapabilities(xml, 'h')).toMatchObject({ version: '1.1.1', title: 'MapServer', layers: [{ code: 'root' }] });
  });

  test.for([
    ['1.3.0', '<CRS>EPSG:4674</CRS><CRS>EPSG:3857</CRS>', '<MaxScaleDenominator>17471320.75</MaxScaleDenominator>', true, 5],
    ['1.3.0', '<CRS>EPSG:4674</CRS>', '<MaxScaleDenominator>20000000</MaxScaleDenominator>', false, 5],
    ['1.3.0', '', '<MaxScaleDenominator>1e12</MaxScaleDenominator>', null, null],
    ['1.1.1', '<SRS>EPSG:4326 EPSG:900913</SRS>', '<ScaleHint min="0" max="6918.2"/>', true, 5],
    ['1.1.1', '<SRS>EPSG:4326</SRS>', '<ScaleHint min="0" max="x"/>', false, null],
  ] as const)('of WMS %s: systems %s and scales %s, also of a layer around it', ([version, systems, scale, isInMercator, minimumZoom]) => {
    const xml = `<WMS_Capabilities version="${version}"><Capability>${layer(`<Title>around</Title>${systems}${scale}${layer('<Name>inside</Name>')}`)}</Capability></WMS_Capabilities>`;
    expect(readCapabilities(xml, 'h').layers).toMatchObject([{ code: 'inside', isInMercator, minimumZoom }]);
  });

  test('hold no control characters, and texts of limited length', () => {
    const xml = `<WMS_Capabilities><Capability>${layer(`<Name>a</Name><Title>one\u009b31mtwo\u0085</Title><Abstract>${'<![CDATA[xxxxxxxxxx]]>'.repeat(2000)}</Abstract>`)}</Capability></WMS_Capabilities>`;
    const [found] = readCapabilities(xml, 'h').layers;
    expect(found.title).toBe('one 31mtwo');
    expect(found.abstract).toHaveLength(5000);
  });

  test.for([
    ['an HTML page', '<html><body>no</body></html>', 'first element is <html>'],
    ['an exception', '<ServiceExceptionReport><ServiceException>down for repair</ServiceException></ServiceExceptionReport>', 'down for repair'],
    ['text', 'not found', 'not well-formed'],
    ['nothing', '', 'not well-formed'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><WMS_Capabilities><Service><Title>&x;</Title></Service></WMS_Capabilities>', 'not well-formed'],
    ['half of it', VERSION_1_3.slice(0, 700), 'not well-formed'],
    ['elements without end', `<WMS_Capabilities>${'<Layer>'.repeat(5000)}`, 'nested'],
  ] as const)('cannot be read from %s', ([, xml, reason]) => {
    const read = () => readCapabilities(xml, 'example.org');
    expect(read).toThrow(expect.objectContaining({ code: 'wms-not-understood' }));
    expect(read).toThrow(reason);
  });
});
