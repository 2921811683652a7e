import { describe, expect, it } from 'vitest';
import { kmlDriver } from './index.ts';
import { applyBytes, featureShape, openBytes, patchOf, verticesOf } from './test/patching.ts';
import { problemOf } from '../../test/problem-of.ts';

const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, littleEndian: boolean, mark = true): Uint8Array => {
  const marked = (mark ? '\ufeff' : '') + text;
  const bytes = Buffer.from(marked, 'utf16le');
  return littleEndian ? bytes : bytes.swap16();
};

const BOMB = `<?xml version="1.0"?>
<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
<kml><Placemark><name>&c;</name></Placemark></kml>`;
const EXTERNAL = '<!DOCTYPE kml SYSTEM "http://127.0.0.1:1/evil.dtd"><kml/>';

describe('a file that is refused', () => {
  it.each([
    ['file-empty', '', ''],
    ['xml-doctype', BOMB, 'line 2, column 1'],
    ['xml-doctype', EXTERNAL, 'line 1, column 1'],
    ['not-kml', '<!DOCTYPE html><html></html>', 'an HTML page'],
    ['not-kml', '<html xmlns="http://www.w3.org/1999/xhtml"></html>', 'an HTML page'],
    ['not-kml', '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"/>', 'GPX'],
    ['not-kml', '<ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/"/>', 'GML'],
    ['not-kml', '<gml:Polygon xmlns:gml="http://www.opengis.net/gml"/>', 'GML'],
    ['not-kml', '<svg/>', 'SVG'],
    ['not-kml', '<project/>', '<project>'],
    ['not-kml', '<Document xmlns="urn:other"/>', '<Document>'],
    ['not-kml', '{"type":"FeatureCollection"}', 'JSON'],
    ['not-kml', 'PK\u0003\u0004', 'ZIP'],
    ['not-kml', 'name,lat,lon', 'something other than XML'],
    ['not-kml', '\u0000\u0001\u0002\u0003', 'something other than XML'],
    ['xml-malformed', '   \n ', 'no element'],
    ['xml-malformed', '<kml>\n  <Document>\n  </Folder></kml>', 'line 3, column 3'],
    ['xml-malformed', '<kml>\r\n  é<b></a></kml>', 'line 2, column 7'],
    ['xml-malformed', '<kml><Placemark><name>a', 'cut off'],
    ['xml-malformed', '<kml><Placem', 'cut off'],
    ['xml-malformed', '<kml><!-- ', 'cut off'],
    ['xml-malformed', '<kml><![CDATA[ x', 'cut off'],
    ['xml-malformed', '<kml></kml><kml/>', 'second root'],
    ['xml-malformed', '<kml></kml> text', 'after the last element'],
    ['xml-malformed', '<kml a=1/>', 'not quoted'],
    ['xml-malformed', '<kml a/>', 'no value'],
    ['xml-malformed', '<kml a="1" a="2"/>', 'twice'],
    ['xml-malformed', '<kml a="<"/>', '"<"'],
    ['xml-malformed', '<kml a="1"b="2"/>', 'attribute is expected'],
    ['xml-malformed', '<kml>&nbsp;</kml>', '"&nbsp;" is not an entity of XML; write the character itself, or "&amp;" for "&", in text'],
    ['xml-malformed', '<kml>Silva&Souza;</kml>', '"&Souza;" is not an entity of XML; write the character itself, or "&amp;" for "&", in text'],
    ['xml-malformed', '<kml a="S&atilde;o"/>', '"&atilde;" is not an entity of XML; write the character itself, or "&amp;" for "&", in the value of an attribute'],
    ['xml-malformed', '<kml>a & b</kml>', '&amp;'],
    ['xml-malformed', '<kml>]]></kml>', ']]>'],
    ['xml-malformed', '<kml><!-- a -- b --></kml>', '--'],
    ['xml-malformed', '<kml>\u0001</kml>', 'code 1'],
    ['xml-malformed', '<kml><1/></kml>', '&lt;'],
    ['xml-malformed', '<kml></kml', 'cut off'],
    ['xml-malformed', '<kml><?xml version="1.0"?></kml>', 'declaration'],
    ['too-large', '<kml>'.repeat(300), 'deeper'],
    ['too-large', `<kml ${Array.from({ length: 300 }, (_, i) => `a${i}="1"`).join(' ')}/>`, 'attributes'],
    ['too-large', `<kml a="${'x'.repeat(3 << 20)}"/>`, 'longer'],
    ['encoding-unsupported', '<?xml version="1.0" encoding="x-nonsense"?><kml/>', 'x-nonsense'],
    ['encoding-unsupported', '<?xml version="1.0" encoding="iso-2022-jp"?><kml/>', 'iso-2022-jp'],
    ['encoding-unsupported', '<\u0000\u0000\u0000k\u0000\u0000\u0000', 'UTF-32'],
  ])('%s: %s', async (code, text, says) => {
    const problem = await problemOf(openBytes(kmlDriver, new TextEncoder().encode(text)));
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(says);
    expect(problem.message).toContain('"file.kml"');
    expect(problem.message).not.toMatch(/"\?"|undefined|NaN/);
  });

  it('is one whose UTF-16 ends in the middle of a character', async () => {
    expect((await problemOf(openBytes(kmlDriver, utf16('<kml/>', true).subarray(0, -1)))).code).toBe('xml-malformed');
  });

  it('is one cut off anywhere', async () => {
    const whole = new TextEncoder().encode('<?xml version="1.0"?><kml xmlns="x"><!-- c --><Placemark a="b"><name><![CDATA[é]]></name><Point><coordinates>1,2 &#32;</coordinates></Point></Placemark></kml>');
    for (let length = 1; length < whole.length; length++) expect(['xml-malformed', 'not-kml']).toContain((await problemOf(openBytes(kmlDriver, whole.subarray(0, length)))).code);
    await expect(openBytes(kmlDriver, whole)).resolves.toBeDefined();
  });
});

it.each([
  ['UTF-16 LE', (text: string) => utf16(text, true), `x${'😀'.repeat(600)}`, `x${'😀'.repeat(499)}`],
  ['UTF-16 BE', (text: string) => utf16(text, false), `x${'😀'.repeat(600)}`, `x${'😀'.repeat(499)}`],
  ['UTF-16 with a name in two pieces', (text: string) => utf16(text, true), `${'x'.repeat(500)}<!-- -->${'😀'.repeat(600)}`, `${'x'.repeat(500)}${'😀'.repeat(250)}`],
  ['UTF-16 with a name in two pieces that ends within a character', (text: string) => utf16(text, true), `${'x'.repeat(501)}<!-- -->${'😀'.repeat(600)}`, `${'x'.repeat(501)}${'😀'.repeat(249)}`],
  ['Shift_JIS', (text: string) => latin(`<?xml version="1.0" encoding="Shift_JIS"?>${text}`), `x${'\u0082\u00a0'.repeat(600)}`, `x${'あ'.repeat(499)}`],
])('a long name in %s is cut at a whole character', async (_, encode, name, shown) => {
  const { layers } = await openBytes(kmlDriver, encode(`<kml><Placemark><name>${name}</name></Placemark></kml>`));
  expect(layers[0].label(0)).toBe(shown);
});

describe('encodings', () => {
  const make = (declared: string): string => `${declared}<kml><Document><name>Região ß</name><Placemark><name>Município é</name><description>ção\u00a0</description><LineString><coordinates>\u00a01.50,2.50\u00a01.50,2.50 3,4\u00a0</coordinates></LineString></Placemark><Placemark><name>ü</name></Placemark></Document></kml>`;
  it.each([
    ['UTF-8', new TextEncoder().encode(make('')), (text: string) => new TextEncoder().encode(text)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${make('<?xml version="1.0" encoding="UTF-8"?>')}`), (text: string) => new TextEncoder().encode(text)],
    ['UTF-8 that says it is UTF-16', new TextEncoder().encode(make('<?xml version="1.0" encoding="UTF-16"?>')), (text: string) => new TextEncoder().encode(text)],
    ['UTF-16 LE', utf16(make('<?xml version="1.0" encoding="UTF-16"?>'), true), (text: string) => utf16(text, true, false)],
    ['UTF-16 BE', utf16(make('<?xml version="1.0" encoding="UTF-16"?>'), false), (text: string) => utf16(text, false, false)],
    ['UTF-16 LE without a mark', utf16(make('<?xml version="1.0"?>'), true, false), (text: string) => utf16(text, true, false)],
    ['UTF-16 BE without a mark', utf16(make('<?xml version="1.0"?>'), false, false), (text: string) => utf16(text, false, false)],
    ['ISO-8859-1', latin(make('<?xml version="1.0" encoding="ISO-8859-1"?>')), latin],
    ['windows-1252', latin(make("<?xml version='1.0' encoding='windows-1252' standalone='yes'?>")), latin],
  ])('%s', async (_, bytes, encode) => {
    const opened = await openBytes(kmlDriver, bytes);
    const [layer] = opened.layers;
    expect([layer.name, layer.label(0), layer.label(1)]).toEqual(['Região ß', 'Município é', 'ü']);
    expect(featureShape(layer.geometry, 0)).toEqual([['kind 2', '1.5,2.5 1.5,2.5 3,4']]);
    expect(Buffer.from(await applyBytes(opened, [null])).equals(bytes)).toBe(true);
    const [v0, , v2] = verticesOf(layer.geometry, 0);
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, kind: 2, rings: [{ source: -1, vertices: [v0, [7, 8, -1], v2] }] }] }]);
    const result = Buffer.from(await applyBytes(opened, [patch]));
    const old = Buffer.from(encode('1.50,2.50\u00a01.50,2.50 3,4'));
    const at = Buffer.from(bytes).indexOf(old);
    expect(result.equals(Buffer.concat([bytes.subarray(0, at), encode('1.50,2.50 7,8 3,4'), bytes.subarray(at + old.length)]))).toBe(true);
  });
});
