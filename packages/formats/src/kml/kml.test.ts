import { PartKind } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { kmlDriver } from './index.ts';
import { applyBytes, featureShape, keep, keepPart, openBytes, patchOf, verticesOf, type PatchVertex } from './test/patching.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const open = (kml: string): ReturnType<typeof kmlDriver.open> => openBytes(kmlDriver, utf8(kml));

const SHELL = '0,0 10,0 10,10 0,10 0,0';
const HOLE = '2,2 2,4 4,4 4,2 2,2';
const polygon = (shell: string, ...holes: string[]): string =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${shell}</coordinates></LinearRing></outerBoundaryIs>${holes
    .map((hole) => `<innerBoundaryIs><LinearRing><coordinates>${hole}</coordinates></LinearRing></innerBoundaryIs>`)
    .join('')}</Polygon>`;
const placemark = (name: string, geometry: string): string => `<Placemark><name>${name}</name>${geometry}</Placemark>`;
const kml = (content: string, root = '<kml xmlns="http://www.opengis.net/kml/2.2">'): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}<Document>${content}</Document></${/<([\w:]+)/.exec(root)?.[1] ?? 'kml'}>\n`;

/** Spelling, the XML, and the shapes of its features. */
const SPELLINGS: [name: string, xml: string, shapes: string[][][]][] = [
  ['plain', kml(placemark('a', polygon(SHELL, HOLE))), [[['kind 3', SHELL, HOLE]]]],
  ['altitude', kml(placemark('a', polygon('0,0,1 1,0,2 1,1,3.5 0,0,1'))), [[['kind 3', '0,0,1 1,0,2 1,1,3.5 0,0,1']]]],
  ['altitude on some', kml(placemark('a', polygon('0,0 1,0,2 1,1 0,0'))), [[['kind 3', '0,0 1,0,2 1,1 0,0']]]],
  ['CRLF and tabs', kml(placemark('a', polygon('\r\n\t0,0\r\n\t1,0\r\n\t1,1\r\n\t0,0\r\n')).replaceAll('><', '>\r\n<')), [[['kind 3', '0,0 1,0 1,1 0,0']]]],
  ['NBSP', kml(placemark('a', polygon('0,0\u00a01,0\u00a0\u30001,1 0,0\ufeff'))), [[['kind 3', '0,0 1,0 1,1 0,0']]]],
  ['blanks after commas', kml(placemark('a', polygon('0, 0, 5 1, 0, 5 1, 1, 5 0, 0, 5'))), [[['kind 3', '0,0,5 1,0,5 1,1,5 0,0,5']]]],
  ['blanks around commas', kml(placemark('a', polygon('0 , 0 1 , 0 1 , 1 0 , 0'))), [[['kind 3', '0,0 1,0 1,1 0,0']]]],
  ['a comma after each tuple', kml(placemark('a', polygon('0,0, 1,0, 1,1, 0,0'))), [[['kind 3', '0,0 1,0 1,1 0,0']]]],
  ['a comma after each tuple with altitude', kml(placemark('a', polygon('0,0,7,\n1,0,7,\n1,1,7,\n0,0,7'))), [[['kind 3', '0,0,7 1,0,7 1,1,7 0,0,7']]]],
  ['CDATA', kml(placemark('a', polygon(`<![CDATA[ ${SHELL} ]]>`))), [[['kind 3', SHELL]]]],
  ['CDATA that cuts a number', kml(placemark('a', polygon('0,0 1<![CDATA[0,0 1]]>0,10 0,0'))), [[['kind 3', '0,0 10,0 10,10 0,0']]]],
  ['comments', kml(placemark('a', polygon('0,0<!-- corner --> 1,0 1,<!-- y -->1 0,0'))), [[['kind 3', '0,0 1,0 1,1 0,0']]]],
  ['references', kml(placemark('a', polygon('0,0&#10;1&#46;5,0&#x20;1,1 0&#44;0'))), [[['kind 3', '0,0 1.5,0 1,1 0,0']]]],
  ['exponents and signs', kml(placemark('a', polygon('+1.5e1,-.5 1E-2,2. 3,4 15,-0.5'))), [[['kind 3', '15,-0.5 0.01,2 3,4 15,-0.5']]]],
  ['bad numbers', kml(placemark('a', polygon('0,0 x,1 1,d 2, .,4 INF,0 NaN,NaN 0,0'))), [[['kind 3', '0,0 NaN,1 1,NaN 2,NaN,4 Infinity,0 NaN,NaN 0,0']]]],
  ['a fourth number of a point', kml(placemark('a', '<Point><coordinates>0,0,1,9</coordinates></Point>')), [[['kind 1', '0,0,1']]]],
  ['17 digits', kml(placemark('a', '<Point><coordinates>-47.123456789012345,-15.987654321098765</coordinates></Point>')), [[['kind 1', `${Number('-47.123456789012345')},${Number('-15.987654321098765')}`]]]],
  ['several rings in one innerBoundaryIs', kml(placemark('a', polygon(SHELL, `${HOLE}</coordinates></LinearRing><LinearRing><coordinates>5,5 5,6 6,6 5,5`))), [[['kind 3', SHELL, HOLE, '5,5 5,6 6,6 5,5']]]],
  ['inner before outer', kml(placemark('a', `<Polygon><innerBoundaryIs><LinearRing><coordinates>${HOLE}</coordinates></LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>${SHELL}</coordinates></LinearRing></outerBoundaryIs></Polygon>`)), [[['kind 3', SHELL, HOLE]]]],
  ['nested MultiGeometry', kml(placemark('a', `<MultiGeometry>${polygon('0,0 1,0 1,1 0,0')}<MultiGeometry><Point><coordinates>7,8</coordinates></Point>${polygon('5,5 6,5 6,6 5,5')}</MultiGeometry></MultiGeometry>`)), [[['kind 3', '0,0 1,0 1,1 0,0'], ['kind 1', '7,8'], ['kind 3', '5,5 6,5 6,6 5,5']]]],
  ['a ring by itself is a line', kml(placemark('a', `<LinearRing><coordinates>${SHELL}</coordinates></LinearRing>`)), [[['kind 2', SHELL]]]],
  ['lines', kml(placemark('a', '<LineString><extrude>1</extrude><coordinates>0,0 1,1</coordinates></LineString>')), [[['kind 2', '0,0 1,1']]]],
  ['no geometry, an empty one, an empty polygon', kml(`${placemark('a', '')}<Placemark/>${placemark('b', polygon(' '))}${placemark('c', '<Polygon/>')}`), [[], [], [], []]],
  ['tracks and models', kml(placemark('a', '<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>') + placemark('b', '<Model><Location><longitude>1</longitude></Location></Model>')), [[], []]],
  ['a prefix', kml(placemark('a', polygon(SHELL)).replace(/<(\/?)(\w)/g, '<$1k:$2'), '<k:kml xmlns:k="http://www.opengis.net/kml/2.3">').replace(/<(\/?)Document/g, '<$1k:Document'), [[['kind 3', SHELL]]]],
  ['no namespace', kml(placemark('a', polygon(SHELL)), '<kml>'), [[['kind 3', SHELL]]]],
  ['an old namespace', kml(placemark('a', polygon(SHELL)), '<kml xmlns="http://earth.google.com/kml/2.0">'), [[['kind 3', SHELL]]]],
  ['a namespace of no version', kml(placemark('a', polygon(SHELL)), '<kml xmlns="http://example.org/my">'), [[['kind 3', SHELL]]]],
  ['single quotes and blanks in tags', kml(placemark('a', polygon(SHELL)).replaceAll('<Polygon>', "<Polygon\n id='a>b' >").replaceAll('</Polygon>', '</Polygon\n>')), [[['kind 3', SHELL]]]],
  ['foreign elements of the same names', kml(`<Placemark xmlns:o="urn:o"><o:Polygon><o:coordinates>1,1</o:coordinates></o:Polygon><x xmlns="urn:o">${polygon(SHELL)}</x></Placemark>`), [[]]],
  ['a region, an overlay, a network link', kml(`<Region><LatLonAltBox><north>1</north></LatLonAltBox></Region><GroundOverlay><gx:LatLonQuad><coordinates>1,1</coordinates></gx:LatLonQuad></GroundOverlay><NetworkLink><name>n</name><Link><href>http://127.0.0.1:1/</href></Link></NetworkLink>${placemark('a', '<Point><coordinates>1,2</coordinates></Point>')}`), [[['kind 1', '1,2']]]],
  ['an update and a tour', kml(`<gx:Tour><gx:Playlist><gx:AnimatedUpdate><Update><Change>${placemark('x', '<Point><coordinates>9,9</coordinates></Point>')}</Change></Update></gx:AnimatedUpdate></gx:Playlist></gx:Tour>${placemark('a', '<Point><coordinates>1,2</coordinates></Point>')}`), [[['kind 1', '1,2']]]],
  ['placemarks of a schema of KML 2.0', kml(`<Schema name="Talhão" parent="Placemark"><SimpleField name="n" type="int"/></Schema><Talhão><n>1</n>${polygon(SHELL)}</Talhão>${placemark('a', '<Point><coordinates>1,2</coordinates></Point>')}`, '<kml xmlns="http://earth.google.com/kml/2.0">'), [[['kind 3', SHELL]], [['kind 1', '1,2']]]],
  ['placemarks of a schema of KML 2.1', kml(`<Schema name="Lot"><parent>Placemark</parent></Schema><Folder><Lot id="x">${polygon(SHELL)}</Lot></Folder>`, '<kml xmlns="http://earth.google.com/kml/2.1">'), [[['kind 3', SHELL]]]],
  ['placemarks before their schema', kml(`<Lot>${polygon(SHELL)}</Lot>${placemark('a', '<Point><coordinates>1,2</coordinates></Point>')}<Folder><Talhão>${polygon(SHELL)}</Talhão></Folder><Schema name="Talhão" parent="Placemark"/><Schema name="Lot"><parent>Placemark</parent></Schema><Lot>${polygon(SHELL)}</Lot>`, '<kml xmlns="http://earth.google.com/kml/2.1">'), [[['kind 3', SHELL]], [['kind 1', '1,2']], [['kind 3', SHELL]], [['kind 3', SHELL]]]],
  ['schemas of no placemarks', kml(`<Schema name="Style" id="Style"/><Schema name="Lot" parent="Folder"/><Style/><Lot>${polygon(SHELL)}</Lot>${placemark('a', '<Point><coordinates>1,2</coordinates></Point>')}`), [[['kind 1', '1,2']]]],
  ['the root is a Placemark', `<Placemark>${polygon(SHELL)}</Placemark>`, [[['kind 3', SHELL]]]],
  ['instructions and comments around', `<?xml version="1.0"?>\n<!-- before --><?style x?>${kml(placemark('a', polygon(SHELL))).replace(/<\?xml.*\?>\n/, '')}<!-- after -->\n`, [[['kind 3', SHELL]]]],
  ['no feature at all', kml(''), []],
];

describe('ways of writing KML', () => {
  it.each(SPELLINGS)('%s', async (_, xml, shapes) => {
    const opened = await open(xml);
    expect(opened.layers.flatMap(({ geometry }) => Array.from({ length: geometry.featureOffsets.length - 1 }, (__, i) => featureShape(geometry, i)))).toEqual(shapes);
    expect(text(await applyBytes(opened, opened.layers.map(() => null)))).toBe(xml);
  });

  it.each(SPELLINGS)('%s: repaired, only its coordinates differ', async (_, xml) => {
    const opened = await open(xml);
    const patches = opened.layers.map(({ geometry }) => {
      const features = Array.from({ length: geometry.featureOffsets.length - 1 }, (__, i) => i).filter((i) => geometry.featureOffsets[i] < geometry.featureOffsets[i + 1]);
      return patchOf(
        features.map((feature) => ({
          feature,
          parts: Array.from({ length: geometry.featureOffsets[feature + 1] - geometry.featureOffsets[feature] }, (__, i) => {
            const part = keepPart(geometry, geometry.featureOffsets[feature] + i);
            const rings = part.rings.map(({ vertices }) => {
              const good = vertices.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
              const [[x, y, from, z]] = good;
              const first: PatchVertex = z === undefined ? [x + 0.125, y, from] : [x + 0.125, y, from, z];
              return { source: -1, vertices: [first, [x + 0.25, y, -1] as const, ...good.slice(1)] };
            });
            return { ...part, rings };
          }),
        })),
      );
    });
    const result = await applyBytes(opened, patches);
    const again = await openBytes(kmlDriver, result);
    for (const [i, patch] of patches.entries()) {
      for (const [entry, feature] of patch.features.entries()) expect(featureShape(again.layers[i].geometry, feature)).toEqual(featureShape(patch.geometry, entry));
    }
    const blank = (kmlText: string): string => kmlText.replace(/<((?:\w+:)?coordinates)>[^]*?<\/\1>/g, '<$1/>');
    expect(blank(text(result))).toBe(blank(xml));
  });
});

describe('layers', () => {
  it('are made of each container with placemarks of its own, named by its path', async () => {
    const opened = await open(
      kml(`<name>Farms &amp; more</name>${placemark('a', '')}<Folder><name><![CDATA[Legal <reserve>]]></name>${placemark('b', '')}<Folder>${placemark('c', '')}</Folder></Folder><Folder><name>empty</name></Folder>${placemark('d', '')}`),
    );
    expect(opened.layers.map((layer) => [layer.name, Array.from({ length: layer.geometry.featureOffsets.length - 1 }, (_, i) => layer.label(i))])).toEqual([
      ['Farms & more', ['a', 'd']],
      ['Farms & more / Legal <reserve>', ['b']],
      ['Farms & more / Legal <reserve> / Folder', ['c']],
    ]);
    expect(opened.layers[0].crs).toMatchObject({ code: 'EPSG:4326', units: { kind: 'geographic' } });
  });

  it('identify placemarks by their ids, where they have one', async () => {
    const opened = await open(kml(`<Placemark><name>a</name></Placemark><Placemark id="farm&amp;1"/><Placemark targetId="x"\n id='ç 2' /><Placemark id="${'x'.repeat(257)}"/><Folder><Placemark id=""><name>b</name></Placemark></Folder>`));
    expect([0, 1, 2, 3].map((feature) => opened.layers[0].id(feature))).toEqual([null, 'farm&1', 'ç 2', null]);
    expect(opened.layers[1].id(0)).toBeNull();
  });

  it('show names that are not UTF-8, although the file says so, as Windows-1252, and keep their bytes', async () => {
    const bytes = Buffer.from(kml(placemark('Irm\u00e3', polygon(SHELL))), 'latin1');
    const opened = await openBytes(kmlDriver, bytes);
    expect(opened.layers[0].label(0)).toBe('Irmã');
    expect(opened.notes.map(({ text: sentence }) => sentence)).toEqual([expect.stringContaining('They were kept unchanged')]);
    const result = await applyBytes(opened, [patchOf([{ feature: 0, parts: [] }])]);
    expect(Buffer.from(result).toString('latin1')).toBe(kml(placemark('Irm\u00e3', '')));
  });

  it('cut names of more than 1000 bytes at a whole letter', async () => {
    const opened = await open(kml(placemark(`x${'é'.repeat(600)}`, '')));
    expect(opened.layers[0].label(0)).toBe(`x${'é'.repeat(499)}`);
  });

  it('a layer in very many folders is named by the innermost of them', async () => {
    const inFolders = (depth: number, inside: string): string => `${`<Folder><name>${'x'.repeat(200)}</name>`.repeat(depth)}${inside}${'</Folder>'.repeat(depth)}`;
    const { layers } = await open(kml(inFolders(200, '<Folder><name>in</name><Placemark/></Folder>') + inFolders(4, '<Placemark/>')));
    const four = Array.from({ length: 4 }, () => 'x'.repeat(200)).join(' / ');
    expect(layers.map(({ name }) => name)).toEqual([`… / ${four} / in`, four]);
  });

  it('take the name of the file if they have none, and number placemarks without a name', async () => {
    const opened = await open(kml('<Placemark><Style><name>no</name></Style></Placemark><Placemark><name> </name></Placemark>'));
    expect(opened.layers.map((layer) => [layer.name, layer.label(0), layer.label(1)])).toEqual([['file', 'placemark 1', 'placemark 2']]);
  });

  it.each([
    '0 0 4 0 4 4 0 4 0 0', '0;0 4;0 4;4 0;4 0;0', '0,0,4,0,4,4,0,4,0,0',
    // The remains of a number must not be dropped with its vertex: decimal commas, lone numbers, degrees with minutes, units.
    '-47,0,-15,0 -46,9,-15,0 -46,9,-14,9 -47,0,-15,0', '0,0,1,9 4,0,1,9 4,4,1,9 0,0,1,9', '0,0 5 4,0 4,4 0,0', ',5 4,0 4,4 0,0', '0,0 5,,1 4,0 4,4 0,0', "0,0 4°30'E,1 4,4 0,0", '0,0 4E,1 4,4 0,0', '0,0 1d,1 4,4 0,0', '0,0 4,0,10m 4,4 0,0',
  ])('leave a ring alone if one of its numbers would be lost: %s', async (shell) => {
    const opened = await open(kml(placemark('a', polygon(shell)) + placemark('b', polygon(SHELL))));
    expect(Array.from(opened.layers[0].geometry.featureOffsets)).toEqual([0, 0, 1]);
    expect(opened.notes).toEqual([{ code: 'geometry-not-repaired', text: expect.stringMatching(/^One geometry has coordinates that cannot be read without losing a number .* it is in feature 1 \("a"\) of layer ".*"\. It was left as it is and not compared with others\.$/) as string }]);
  });

  it('report what is not repaired', async () => {
    const twoShells = polygon(SHELL).replace('</Polygon>', '<outerBoundaryIs><LinearRing><coordinates>20,0 21,0 21,1 20,0</coordinates></LinearRing></outerBoundaryIs></Polygon>');
    const opened = await open(kml(placemark('a', '<gx:Track/>') + placemark('b', twoShells) + placemark('c', `<MultiGeometry><Model/>${polygon(SHELL)}</MultiGeometry>`)));
    expect(opened.notes.map(({ text }) => text.replace(/ of layer ".*"/, ''))).toEqual([
      'One geometry is not structured as KML requires; it is in feature 2 ("b"). It was left as it is and not compared with others.',
      '2 geometries are of a kind that is not repaired (tracks, 3D models); the first is in feature 1 ("a"). They were left as they are and not compared with others.',
    ]);
  });
});

it.each([
  ['<NetworkLink/>', 'one link to another file'],
  ['<Folder><NetworkLink/></Folder><Style/><NetworkLink/>', '2 links to other files'],
])('a file that only links to others says what to do: %s', async (content, links) => {
  expect((await open(kml(content))).notes).toEqual([{ code: 'kml-left-behind', text: `This KML has no placemarks, only ${links}. Links are never followed: open it in Google Earth, and save there what it shows as KML.` }]);
  expect((await open(kml(content + placemark('a', '')))).notes).toEqual([]);
});

describe('coordinates that are not numbers', () => {
  it('are noted in geometries that are not repaired', async () => {
    const { notes } = await open('<kml><Folder><name>F</name><Placemark/><Placemark><Point><coordinates>abc</coordinates></Point></Placemark></Folder></kml>');
    expect(notes).toEqual([{ code: 'position-unreadable', text: 'One position of a point or line does not have two readable numbers; it is in feature 2 of layer "F". It was left as it is.' }]);
    const polygon = await open('<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 a,b 1,1 0,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>');
    expect(polygon.notes).toEqual([]);
  });
});

describe('a patch', () => {
  const INDENTED = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <Placemark id="p1">
      <name>First</name>
      <Polygon id="g1">
        <extrude>1</extrude>
        <altitudeMode>relativeToGround</altitudeMode>
        <outerBoundaryIs>
          <LinearRing>
            <coordinates>
              0.0,0.00,1 10.0,0.00,1 10.0,10.00,1 0.0,10.00,1 0.0,0.00,1
            </coordinates>
          </LinearRing>
        </outerBoundaryIs>
        <innerBoundaryIs>
          <LinearRing>
            <coordinates>2,2 2,4 4,4 4,2 2,2</coordinates>
          </LinearRing>
        </innerBoundaryIs>
      </Polygon>
    </Placemark>
    <Placemark id="p2"><name>Second</name><Point><coordinates>1,2</coordinates></Point></Placemark>
  </Document>
</kml>
`;

  it('replaces only tuples that changed and keeps the text of the others', async () => {
    const opened = await open(INDENTED);
    const { geometry } = opened.layers[0];
    const [v0, v1, v2, v3, v4] = verticesOf(geometry, 0);
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [{ source: -1, vertices: [v0, v1, [10.25, 10, v2[2], 1], [5, 1e-7, -1, 1], v3, v4] }, keep(geometry, 1)] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(INDENTED.replace('10.0,10.00,1 ', '10.25,10,1 5,0.0000001,1 '));
  });

  it('removes a hole with its boundary', async () => {
    const opened = await open(INDENTED);
    const { geometry } = opened.layers[0];
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [keep(geometry, 0)] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(INDENTED.replace(/\s*<innerBoundaryIs>[^]*<\/innerBoundaryIs>/, ''));
  });

  it('adds a hole in the layout of the last one', async () => {
    const opened = await open(INDENTED);
    const { geometry } = opened.layers[0];
    const hole = { source: -1, vertices: [[6, 6, -1], [6, 7, -1], [7, 7, -1], [6, 6, -1]] } as const;
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [keep(geometry, 0), keep(geometry, 1), hole] }] }]);
    const added = /\s*<innerBoundaryIs>[^]*<\/innerBoundaryIs>/.exec(INDENTED)?.[0] ?? '';
    expect(text(await applyBytes(opened, [patch]))).toBe(INDENTED.replace(added, added + added.replace('2,2 2,4 4,4 4,2 2,2', '6,6 6,7 7,7 6,6')));
  });

  it('leaves the ids out of the tag of a new polygon, and the values of its other attributes as they are', async () => {
    const opened = await open(INDENTED.replace('<Polygon id="g1">', `<Polygon note=" id='1'" id = 'g1' targetId="g2"\n other='x'>`));
    const { geometry } = opened.layers[0];
    const other = { source: -1, rings: [{ source: -1, vertices: [[20, 20, -1, 1], [21, 20, -1, 1], [21, 21, -1, 1], [20, 20, -1, 1]] }] } as const;
    const result = text(await applyBytes(opened, [patchOf([{ feature: 0, parts: [keepPart(geometry, 0), other] }])]));
    expect(result.match(/<Polygon[^>]*>/g)).toEqual([`<Polygon note=" id='1'" id = 'g1' targetId="g2"\n other='x'>`, `<Polygon note=" id='1'"\n other='x'>`]);
  });

  it('wraps a polygon that becomes several', async () => {
    const opened = await open(INDENTED);
    const { geometry } = opened.layers[0];
    const [v0, v1, v2, , v4] = verticesOf(geometry, 0);
    const other = { source: -1, rings: [{ source: -1, vertices: [[20, 20, -1, 1], [21, 20, -1, 1], [21, 21, -1, 1], [20, 20, -1, 1]] }] } as const;
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [{ source: -1, vertices: [v0, v1, v2, v4] }] }, other] }]);
    const result = await applyBytes(opened, [patch]);
    expect(text(result)).toContain(`      <MultiGeometry>
      <Polygon id="g1">
        <extrude>1</extrude>
        <altitudeMode>relativeToGround</altitudeMode>
        <outerBoundaryIs>
          <LinearRing>
            <coordinates>
              0.0,0.00,1 10.0,0.00,1 10.0,10.00,1 0.0,0.00,1
            </coordinates>
          </LinearRing>
        </outerBoundaryIs>
      </Polygon>
      <Polygon>
        <extrude>1</extrude>
        <altitudeMode>relativeToGround</altitudeMode>
        <outerBoundaryIs>
          <LinearRing>
            <coordinates>
              20,20,1 21,20,1 21,21,1 20,20,1
            </coordinates>
          </LinearRing>
        </outerBoundaryIs>
      </Polygon>
      </MultiGeometry>
    </Placemark>`);
    expect(featureShape((await openBytes(kmlDriver, result)).layers[0].geometry, 0)).toEqual(featureShape(patch.geometry, 0));
  });

  it('gives a polygon in a MultiGeometry siblings, in the prefix of the document', async () => {
    const source = `<k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:MultiGeometry>${polygon(SHELL).replace(/<(\/?)(\w)/g, '<$1k:$2')}<gx:Track/></k:MultiGeometry></k:Placemark></k:kml>`;
    const opened = await open(source);
    const { geometry } = opened.layers[0];
    const square = { source: -1, vertices: [[20, 20, -1], [21, 20, -1], [21, 21, -1], [20, 20, -1]] } as const;
    const hole = { source: -1, vertices: [[1, 1, -1], [1, 2, -1], [2, 2, -1], [1, 1, -1]] } as const;
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [keep(geometry, 0), hole] }, { source: -1, rings: [square] }] }]);
    const ring = (name: string, coordinates: string): string => `<k:${name}><k:LinearRing><k:coordinates>${coordinates}</k:coordinates></k:LinearRing></k:${name}>`;
    expect(text(await applyBytes(opened, [patch]))).toBe(
      source.replace('</k:Polygon>', `${ring('innerBoundaryIs', '1,1 1,2 2,2 1,1')}</k:Polygon><k:Polygon>${ring('outerBoundaryIs', '20,20 21,20 21,21 20,20')}</k:Polygon>`),
    );
  });

  it('puts a new part into the polygon whose vertices it has', async () => {
    const source = kml(placemark('a', `<MultiGeometry><MultiGeometry>${polygon(SHELL)}</MultiGeometry>${polygon('50,50 51,50 51,51 50,50')}</MultiGeometry>`));
    const opened = await open(source);
    const [v0, v1, v2, v3] = verticesOf(opened.layers[0].geometry, 0);
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, rings: [{ source: -1, vertices: [v0, v1, v2, v0] }] }, keepPart(opened.layers[0].geometry, 1), { source: -1, rings: [{ source: -1, vertices: [v0, v2, v3, v0] }] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(source.replace(polygon(SHELL), polygon('0,0 10,0 10,10 0,0') + polygon('0,0 10,10 0,10 0,0')));
  });

  it('leaves a placemark without geometry, or with its track if it has one', async () => {
    const source = kml(`${placemark('a', `\n  <MultiGeometry>\n    ${polygon(SHELL)}\n    <MultiGeometry>${polygon(SHELL)}</MultiGeometry>\n  </MultiGeometry>\n`)}${placemark('b', `<MultiGeometry>${polygon(SHELL)}<gx:Track/></MultiGeometry>`)}`);
    const opened = await open(source);
    const patch = patchOf([{ feature: 0, parts: [] }, { feature: 1, parts: [] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(kml(`${placemark('a', '\n')}${placemark('b', '<MultiGeometry><gx:Track/></MultiGeometry>')}`));
  });

  it('treats an old polygon as a part that names no source', async () => {
    const opened = await open(kml(placemark('a', polygon(SHELL))));
    const patch = patchOf([{ feature: 0, parts: [{ source: -1, rings: [{ source: -1, vertices: [[0, 0, 0], [5, 0, -1], [5, 5, -1], [0, 0, 0]] }] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(kml(placemark('a', polygon('0,0 5,0 5,5 0,0'))));
  });

  it('removes one ring of several in an innerBoundaryIs, and the boundary with the last one', async () => {
    const two = `${HOLE}</coordinates></LinearRing><LinearRing><coordinates>5,5 5,6 6,6 5,5`;
    const opened = await open(kml(placemark('a', polygon(SHELL, two))));
    const { geometry } = opened.layers[0];
    const one = patchOf([{ feature: 0, parts: [{ source: 0, rings: [keep(geometry, 0), keep(geometry, 2)] }] }]);
    expect(text(await applyBytes(opened, [one]))).toBe(kml(placemark('a', polygon(SHELL, '5,5 5,6 6,6 5,5'))));
    const none = patchOf([{ feature: 0, parts: [{ source: 0, rings: [keep(geometry, 0)] }] }]);
    expect(text(await applyBytes(opened, [none]))).toBe(kml(placemark('a', polygon(SHELL))));
  });

  it('drops a duplicate point of a line', async () => {
    const opened = await open(kml(placemark('a', '<LineString><coordinates>0,0 1,1\t1,1\n2,2</coordinates></LineString>')));
    const [v0, v1, , v3] = verticesOf(opened.layers[0].geometry, 0);
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, kind: PartKind.Line, rings: [{ source: -1, vertices: [v0, v1, v3] }] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(kml(placemark('a', '<LineString><coordinates>0,0 1,1 2,2</coordinates></LineString>')));
  });

  it('leaves words that are not coordinates as they are', async () => {
    const opened = await open(kml(placemark('a', '<LineString><coordinates>0,0 1,1 1,1 abc 2 3,x</coordinates></LineString>')));
    const [v0, v1, , ...rest] = verticesOf(opened.layers[0].geometry, 0);
    const patch = patchOf([{ feature: 0, parts: [{ source: 0, kind: PartKind.Line, rings: [{ source: -1, vertices: [v0, v1, ...rest] }] }] }]);
    expect(text(await applyBytes(opened, [patch]))).toBe(kml(placemark('a', '<LineString><coordinates>0,0 1,1 abc 2 3,x</coordinates></LineString>')));
  });

  it('changes placemarks of several folders that alternate in the file', async () => {
    const source = kml(`${placemark('a', polygon(SHELL))}<Folder>${placemark('b', polygon(SHELL))}</Folder>${placemark('c', polygon(SHELL))}`);
    const opened = await open(source);
    const empty = (feature: number): ReturnType<typeof patchOf> => patchOf([{ feature, parts: [] }]);
    expect(text(await applyBytes(opened, [empty(1), empty(0)]))).toBe(kml(`${placemark('a', polygon(SHELL))}<Folder>${placemark('b', '')}</Folder>${placemark('c', '')}`));
  });
});
