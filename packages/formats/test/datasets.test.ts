import { describe, expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { ProblemError } from '@geoinsights/contract/errors';
import { detectContent } from '../src/detect.ts';
import { groupDatasets } from '../src/datasets.ts';
import { fileOfBytes } from '../src/files/memory.ts';
import { readersInMemory } from '../src/in-memory/index.ts';
import { zipOf as archiveOf } from './garbage/zip.ts';
import { attributes, makeShapefile, recordContent } from './shapefile/make-shapefile.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const { shp, shx } = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] })]);
const KML = '<?xml version="1.0"?><!-- a --><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>';
const GEOJSON = '{"type":"FeatureCollection","features":[]}';

function zipOf(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return archiveOf(Object.entries(entries).map(([name, content]) => ({ name, content })));
}

function sqlite(applicationId: number, schema: string): Uint8Array {
  const page = new Uint8Array(4096);
  page.set(latin1('SQLite format 3\0'));
  new DataView(page.buffer).setUint32(68, applicationId);
  page.set(latin1(schema), 2000);
  return page;
}

const group = (files: Readonly<Record<string, Uint8Array | string>>) =>
  groupDatasets(Object.entries(files).map(([name, content]) => fileOfBytes(name, typeof content === 'string' ? bytesOf(content) : content)));
const grouped = async (files: Readonly<Record<string, Uint8Array | string>>) => {
  const { datasets, notes } = await group(files);
  return { sets: datasets.map(({ format, name, files: members }) => [format, name, ...members.map((file) => file.name)]), notes: notes.map(({ code }) => code) };
};
const failed = async (files: Readonly<Record<string, Uint8Array | string>>) => (await group(files)).failures.map(({ files: names, problem }) => `${names.join('+')}: ${problem.code}`);

describe('files are grouped into datasets', () => {
  test('a shapefile takes all its companions, whatever their case and with dots in the name', async () => {
    const files = {
      'Área.v1.2.DBF': attributes(1), 'área.V1.2.shx': shx, 'Área.v1.2.prj': '', 'Área.v1.2.cpg': 'UTF-8', 'Área.v1.2.qpj': '', 'Área.v1.2.sbn': 'x',
      'Área.v1.2.sbx': 'x', 'Área.v1.2.shp.xml': '<metadata/>', 'Área.v1.2.qml': '<qgis/>', 'Área.v1.2.shp': shp,
    };
    const { sets, notes } = await grouped(files);
    expect(sets).toEqual([['shapefile', 'Área.v1.2', 'Área.v1.2.shp', ...Object.keys(files).slice(0, -1)]]);
    expect(notes).toEqual([]);
  });

  test('every other file is a dataset by itself, and so can a .shp be', async () => {
    const files = { 'b.kml': KML, 'a.geojson': GEOJSON, 'c.json': GEOJSON, 'd.shp': shp, 'e.gpkg': sqlite(0x47504b47, ''), 'f.kmz': zipOf({ 'doc.kml': bytesOf(KML) }) };
    const { sets, notes } = await grouped(files);
    expect(sets).toEqual([['kml', 'b', 'b.kml'], ['geojson', 'a', 'a.geojson'], ['geojson', 'c', 'c.json'], ['shapefile', 'd', 'd.shp'], ['geopackage', 'e', 'e.gpkg'], ['kmz', 'f', 'f.kmz']]);
    expect(notes).toEqual([]);
  });

  test("SQLite's files beside a GeoPackage belong to it", async () => {
    expect((await grouped({ 'e.gpkg': sqlite(0x47504b47, ''), 'e.gpkg-wal': 'x', 'E.gpkg-shm': 'x' })).sets).toEqual([['geopackage', 'e', 'e.gpkg', 'e.gpkg-wal', 'E.gpkg-shm']]);
  });

  test('the content decides, and a name that promises another format is noted', async () => {
    const { sets, notes } = await grouped({
      'a.kml': zipOf({ 'any.kml': bytesOf(KML) }), 'b.geojson': KML, 'c.txt': GEOJSON, 'd.db': sqlite(0, 'CREATE TABLE gpkg_contents'), 'e': shp, 'f.xml': `\ufeff${KML}`,
    });
    expect(sets.map(([format]) => format)).toEqual(['kmz', 'kml', 'geojson', 'geopackage', 'shapefile', 'kml']);
    expect(notes).toEqual(new Array<string>(6).fill('content-differs-from-extension'));
  });

  test('an archive stands for the files in it, folder by folder', async () => {
    const archive = zipOf({
      'x/a.shp': shp, 'x/a.shx': shx, 'x/a.dbf': attributes(1), 'y/a.shp': shp, 'y/readme.txt': bytesOf('hello'), '__MACOSX/x/._a.shp': bytesOf('?'), 'x/other.xml': bytesOf('<x/>'), 'b.geojson': bytesOf(GEOJSON),
    });
    const result = await groupDatasets([fileOfBytes('set.zip', archive)]);
    const { datasets, notes } = result;
    expect(datasets.map(({ name, files }) => [name, ...files.map((file) => file.name)])).toEqual([['a', 'a.shp', 'a.shx', 'a.dbf'], ['a', 'a.shp'], ['b', 'b.geojson']]);
    expect(await datasets[0].files[0].read(0, 1000)).toEqual(shp);
    expect(notes).toHaveLength(1);
    expect(notes[0].text).toContain('Left out: "y/readme.txt", "x/other.xml".');
    await result.close();
  });

  test.each(['a.geojsonl', 'a.geojsonl.json', 'a.ndjson', 'a.jsonl', 'a.geojsons', 'A.JSON'])('an archive with nothing but %s is unpacked', async (name) => {
    const { datasets } = await group({ 'set.zip': zipOf({ [name]: bytesOf('{"type":"Point","coordinates":[1,2]}') }) });
    expect(datasets.map(({ format, files }) => [format, files[0].name])).toEqual([['geojson', name]]);
  });

  test('a KMZ in an archive is one of the files; another archive stays packed, and the note says what to do with it', async () => {
    const { datasets, notes } = await group({ 'set.zip': zipOf({ 'a.kmz': zipOf({ 'doc.kml': bytesOf(KML) }), 'b.zip': zipOf({ 'b.kml': bytesOf(KML) }) }) });
    expect(datasets.map(({ format, name }) => [format, name])).toEqual([['kmz', 'a']]);
    expect(notes.map(({ text }) => text)).toEqual(['"set.zip" was unpacked. Left out: "b.zip". It is an archive inside an archive and was not opened. To include its files, take it out and send it.']);
  });
});

describe('a package of archives, as land registries send it', () => {
  const farms = zipOf({ 'a.shp': shp, 'a.shx': shx, 'deep.zip': zipOf({ 'b.kml': bytesOf(KML) }), 'readme.pdf': bytesOf('?') });

  test('is unpacked with the archives in it, each like a folder, and no further', async () => {
    for (const litter of [{}, { 'readme.txt': bytesOf('hello') }, { '__MACOSX/._a.kml': bytesOf('?'), '__MACOSX/._farms.zip': bytesOf('?') }]) {
      const { datasets, failures, notes, close } = await groupDatasets([fileOfBytes('car.zip', zipOf({ 'x/farms.zip': farms, 'APP.ZIP': zipOf({ 'a.shp': shp, 'y/a.kml': bytesOf(KML) }), ...litter }))]);
      expect(datasets.map(({ format, archive, files }) => [format, archive, files.map(({ name }) => name)])).toEqual([['shapefile', 'car.zip', ['a.shp', 'a.shx']], ['shapefile', 'car.zip', ['a.shp']], ['kml', 'car.zip', ['a.kml']]]);
      expect(await datasets[2].files[0].read(0, 5)).toEqual(bytesOf('<?xml'));
      expect(failures).toEqual([]);
      const more = 'readme.txt' in litter ? ', "readme.txt"' : '';
      expect(notes.map(({ text }) => text)).toEqual([`"car.zip" was unpacked, and in it "x/farms.zip", "APP.ZIP". Left out: "x/farms.zip/deep.zip", "x/farms.zip/readme.pdf"${more}. "x/farms.zip/deep.zip" is an archive inside an archive and was not opened. To include its files, take it out and send it.`]);
      await close();
    }
  });

  test('loses an archive that is damaged, unsafe or no archive, and no other', async () => {
    const { datasets, failures } = await group({ 'car.zip': zipOf({ 'a.zip': farms, 'b.zip': farms.slice(0, 60), 'c.zip': zipOf({ '../c.kml': bytesOf(KML) }), 'd.zip': bytesOf('hello') }) });
    expect(datasets.map(({ name }) => name)).toEqual(['a']);
    expect(failures.map(({ files, archive }) => [files, archive])).toEqual([[['b.zip'], 'car.zip'], [['c.zip'], 'car.zip'], [['d.zip'], 'car.zip']]);
    expect(failures.map(({ problem: { message } }) => message)).toEqual([
      expect.stringMatching(/"b\.zip in car\.zip" is none of them: it is a ZIP archive that is incomplete; copy it again\.$/) as string,
      expect.stringMatching(/^"c\.zip in car\.zip" contains an entry whose name points outside/) as string,
      expect.stringMatching(/"d\.zip in car\.zip" is none of them: it is no ZIP archive, in spite of its name\.$/) as string,
    ]);
  });

  test('is refused as a whole if it would yield too much', async () => {
    const many = zipOf(Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}.kml`, bytesOf(KML)])));
    await expect(group({ 'car.zip': zipOf({ 'a.zip': many, 'b.zip': many }) })).rejects.toMatchObject({ code: 'too-large', details: { reason: 'it contains 1004 files; at most 1000 are read from one archive.' } });
    const large = archiveOf(Array.from({ length: 5 }, (_, i) => ({ name: `${i}.kml`, content: bytesOf(KML), claimedSize: 500_000_000 })));
    await expect(group({ 'set.zip': large })).rejects.toMatchObject({ code: 'too-large', details: { reason: 'its files take up more than 2 GiB when unpacked.' } });
    const bomb = zipOf({ 'a.kml': new Uint8Array(20 << 20) });
    await expect(group({ 'car.zip': zipOf({ 'a.zip': bomb }) })).rejects.toMatchObject({ code: 'kmz-bomb' });
    const crowded = zipOf(Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}.txt`, new Uint8Array(0)])));
    await expect(group({ 'car.zip': zipOf(Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`${i}.zip`, crowded]))) })).rejects.toMatchObject({ code: 'too-large', details: { file: 'car.zip', reason: 'it contains more than 65535 files with those in its archives.' } });
    // Each entry within its limit, and what is in it too.
    const twice = zipOf(Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.kml`, new Uint8Array(8 << 20)])));
    await expect(group({ 'car.zip': zipOf({ 'a.zip': twice }) })).rejects.toMatchObject({ code: 'kmz-bomb', details: { reason: expect.stringMatching(/^"car\.zip" becomes \d+ times as large/) as string } });
    await expect(group({ 'car.zip': twice })).rejects.toMatchObject({ code: 'file-unrecognised' });
  });
});

describe('a file that is not a dataset', () => {
  test('is left out beside datasets, with a note that says why and what to do', async () => {
    const { datasets, notes } = await group({ 'readme.txt': 'hello', 'a.kml': KML, 'photo.jpg': latin1('\xff\xd8\xff\xe0'), 'way.gpx': '<gpx/>', 'empty.txt': '' });
    expect(datasets.map(({ name }) => name)).toEqual(['a']);
    expect(notes.map(({ code }) => code)).toEqual(new Array<string>(4).fill('file-left-out'));
    expect(notes.map(({ text }) => text)).toEqual([
      '"readme.txt" was left out: it is plain text.',
      '"photo.jpg" was left out: it is a JPEG image.',
      '"way.gpx" was left out: it is a GPX file; save it as KML or GeoJSON first.',
      '"empty.txt" was left out: it is empty.',
    ]);
  });

  test('is refused if its name promises a dataset, or if there is nothing else', async () => {
    for (const name of ['b.kml', 'b.json', 'b.zip', 'b.shp']) {
      await expect(group({ [name]: 'hello' })).rejects.toMatchObject({ code: 'file-unrecognised', details: { file: name } });
      expect(await failed({ 'a.kml': KML, [name]: 'hello' })).toEqual([`${name}: file-unrecognised`]);
    }
    await expect(group({ 'readme.txt': 'hello', 'photo.jpg': latin1('\xff\xd8\xff\xe0') })).rejects.toMatchObject({ code: 'file-unrecognised', details: { file: 'readme.txt' } });
  });
});

test('files in different folders may have the same name, and only files in one folder belong together', async () => {
  const file = (folder: string, name: string, bytes: Uint8Array) => ({ ...fileOfBytes(name, bytes), folder });
  const files = [file('x', 'a.kml', bytesOf(KML)), file('y', 'A.kml', bytesOf(KML)), file('x', 'b.shp', shp), file('y', 'b.shp', shp), file('y', 'b.dbf', attributes(1)), file('x', 'b.xml', bytesOf('<x/>'))];
  const { datasets } = await groupDatasets(files);
  expect(datasets.map((dataset) => dataset.files.map(({ folder, name }) => `${folder ?? ''}/${name}`))).toEqual([['x/a.kml'], ['y/A.kml'], ['x/b.shp', 'x/b.xml'], ['y/b.shp', 'y/b.dbf']]);
  const twice = await groupDatasets([...files, file('x', 'b.shp', shp)]);
  expect(twice.datasets.map(({ name, files: [main] }) => `${main.folder ?? ''}/${name}`)).toEqual(['x/a', 'y/A', 'y/b']);
  expect(twice.failures.map(({ files: names, problem }) => [...names, problem.code])).toEqual([['b.shp', 'duplicate-file-name'], ['b.shp', 'b.xml', 'duplicate-file-name']]);
  expect((await groupDatasets([file('x', 'b.shp', shp), file('y', 'b.dbf', attributes(1))])).failures).toMatchObject([{ files: ['b.dbf'], problem: { code: 'companion-without-shp' } }]);
});

describe('a failure beside datasets', () => {
  test('is named with all files of its dataset, in the order sent', async () => {
    const files = { 'c.dbf': attributes(1), 'b.gpkg': '', 'a.kml': KML, 'd.shp': '', 'c.shx': shx, 'd.dbf': attributes(1), 'e.shp': shp };
    const { datasets, failures } = await group(files);
    expect(datasets.map(({ name }) => name)).toEqual(['a', 'e']);
    expect(failures.map(({ files: names, problem }) => [...names, problem.code])).toEqual([
      ['c.dbf', 'c.shx', 'companion-without-shp'],
      ['b.gpkg', 'file-empty'],
      ['d.shp', 'd.dbf', 'file-empty'],
    ]);
  });

  test('covers the whole shapefile if one of its files cannot be read', async () => {
    const unreadable = { name: 'a.dbf', problem: new ProblemError('input-unreadable', { file: 'a.dbf', reason: 'the permission to read it is missing' }) };
    const { datasets, failures } = await groupDatasets([fileOfBytes('a.shp', shp), unreadable, fileOfBytes('b.shp', shp)]);
    expect(datasets.map(({ name }) => name)).toEqual(['b']);
    expect(failures).toMatchObject([{ files: ['a.shp', 'a.dbf'], problem: { code: 'input-unreadable' }, position: 0 }]);
  });

  test('in an archive does not affect the other files of the archive, or those beside it', async () => {
    const archive = zipOf({ 'x/a.shx': shx, 'x/b.kml': bytesOf(KML), 'y/c.kml': bytesOf('no KML'), 'y/d.shp': shp, 'y/d.dbf': attributes(1) });
    // One bit of the packed d.dbf is wrong.
    archive[Buffer.from(archive).indexOf('y/d.dbf') + 10] ^= 1;
    const { datasets, failures } = await group({ 'e.kml': KML, 'set.zip': archive });
    expect(datasets.map(({ name, archive: from }) => [name, from])).toEqual([['e', undefined], ['b', 'set.zip']]);
    expect(failures.map(({ files, archive: from, problem }) => [from, ...files, problem.code, problem.details['file']])).toEqual([
      ['set.zip', 'a.shx', 'companion-without-shp', 'a.shx in set.zip'],
      ['set.zip', 'c.kml', 'file-unrecognised', 'c.kml in set.zip'],
      ['set.zip', 'd.shp', 'd.dbf', 'kmz-damaged', 'set.zip'],
    ]);
  });

  test('in an archive leaves the memory that it took to the others', async () => {
    const large = bytesOf(KML.padEnd(600_000));
    const archive = zipOf({ 'a.kml': large, 'b.kml': large });
    archive[Buffer.from(archive).indexOf('a.kml') + 10] ^= 1;
    const { datasets, failures } = await readersInMemory(1_000_000).group([fileOfBytes('set.zip', archive)]);
    expect(datasets.map(({ name }) => name)).toEqual(['b']);
    expect(failures.map(({ files, problem }) => [...files, problem.code])).toEqual([['a.kml', 'kmz-damaged']]);
  });

  test('does not result from backslashes in the names of an archive', async () => {
    const { datasets, failures } = await group({ 'set.zip': zipOf({ 'x\\a.shp': shp, 'x\\a.shx': shx, 'y\\z\\b.kml': bytesOf(KML) }) });
    expect(datasets.map(({ name, files }) => [name, files.map((file) => file.name)])).toEqual([['a', ['a.shp', 'a.shx']], ['b', ['b.kml']]]);
    expect(failures).toEqual([]);
  });

  test('in the form of a hostile archive refuses that whole archive', async () => {
    const { datasets, failures } = await group({ 'e.kml': KML, 'set.zip': zipOf({ 'b.kml': bytesOf(KML), '../c.kml': bytesOf(KML) }) });
    expect(datasets.map(({ name }) => name)).toEqual(['e']);
    expect(failures).toMatchObject([{ files: ['set.zip'], problem: { code: 'kmz-unsafe-name' } }]);
  });
});

describe('refused are', () => {
  const refusal = (files: Readonly<Record<string, Uint8Array | string>>): Promise<unknown> => group(files).then(() => 'accepted', (error: unknown) => error);

  test('a companion without its shapefile', async () => {
    expect(await refusal({ 'a.DBF': attributes(1) })).toMatchObject({ code: 'companion-without-shp', details: { file: 'a.DBF', expected: 'a.shp' } });
    expect(await refusal({ 'a.gpkg-wal': 'x' })).toMatchObject({ code: 'file-unrecognised' });
  });

  test('a name that occurs twice', async () => {
    const two = [fileOfBytes('a.kml', bytesOf(KML)), fileOfBytes('A.KML', bytesOf(KML))];
    await expect(groupDatasets(two)).rejects.toMatchObject({ code: 'duplicate-file-name', message: 'Two files are named "a.kml" (upper and lower case count as the same). Rename one of them, or send them one after the other.', failures: [{ files: ['a.kml'] }, { files: ['A.KML'] }] });
    await expect(groupDatasets([fileOfBytes('\u00e9.kml', bytesOf(KML)), fileOfBytes('e\u0301.kml', bytesOf(KML))])).rejects.toMatchObject({ code: 'duplicate-file-name' });
  });

  test('no file at all, and an empty file', async () => {
    expect(await refusal({})).toMatchObject({ code: 'no-dataset' });
    expect(await refusal({ 'a.shp': '' })).toMatchObject({ code: 'file-empty' });
  });

  test('an archive with paths that lead out of it', async () => {
    expect(await refusal({ 'a.zip': zipOf({ '../a.shp': shp }) })).toMatchObject({ code: 'kmz-unsafe-name' });
  });

  test('an archive of archives that are not opened, with what to do', async () => {
    const inner = zipOf({ 'a.kml': bytesOf(KML) });
    expect(await refusal({ 'a.zip': zipOf({ 'x/farms.rar': inner }) })).toMatchObject({ code: 'file-unrecognised', details: { file: 'a.zip', reason: 'it is a ZIP archive with an archive inside, which is not opened; take "x/farms.rar" out of it and send that.' } });
    const six = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.7z`, inner]));
    expect(await refusal({ 'a.zip': zipOf(six) })).toMatchObject({ details: { reason: 'it is a ZIP archive with archives inside, which are not opened; take "a.7z", "b.7z", "c.7z", "d.7z", "e.7z" and 1 more out of it and send those.' } });
    expect(await refusal({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.zip': inner }) }) })).toMatchObject({ details: { reason: 'it is a ZIP archive with an archive inside, which is not opened; take "b.zip/c.zip" out of it and send that.' } });
  });

  test.each<[string, string, Uint8Array | string, RegExp]>([
    ['PDF', 'a.kml', '%PDF-1.7', /PDF/],
    ['PNG', 'a.shp', latin1('\x89PNG\r\n'), /PNG/],
    ['RAR', 'a.kmz', 'Rar!\x1a\x07', /RAR/],
    ['gzip', 'a.geojson', latin1('\x1f\x8b\x08'), /gzip/],
    ['Office', 'a.kmz', zipOf({ '[Content_Types].xml': bytesOf('<x/>'), 'word/document.xml': bytesOf('<x/>') }), /Microsoft Office/],
    ['OpenDocument', 'a.zip', zipOf({ mimetype: bytesOf('application/vnd.oasis'), 'META-INF/manifest.xml': bytesOf('') }), /OpenDocument/],
    ['old Office', 'a.shp', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), /Office/],
    ['ZIP of nothing', 'a.zip', zipOf({}), /empty ZIP archive/],
    ['ZIP of pictures', 'a.zip', zipOf({ 'x/a.png': bytesOf('x'), 'x/b.png': bytesOf('x') }), /a ZIP archive with "x\/a\.png", "x\/b\.png", and without a file of these formats/],
    ['file geodatabase', 'a.gdb.zip', zipOf({ 'a.gdb/a00000001.gdbtable': bytesOf('x'), 'a.gdb/gdb': bytesOf('x') }), /a file geodatabase of ArcGIS in a ZIP archive; export its layers/],
    ['GPS TrackMaker', 'a.gtm', latin1('\xd3\0TrackMaker\0'), /a GPS TrackMaker file \(\.gtm\); export it as KML there/],
    ['ZIP of a shapefile without its .shp', 'a.zip', zipOf({ 'farm/b.dbf': attributes(1), 'farm/b.prj': bytesOf('?'), '__MACOSX/farm/._b.dbf': bytesOf('?') }), /with "farm\/b\.dbf", "farm\/b\.prj", which belong to a shapefile, and without its \.shp; pack "farm\/b\.shp" with them/],
    ['half a ZIP', 'a.zip', zipOf({ 'a.shp': shp }).slice(0, 60), /incomplete/],
    ['DXF', 'a.dxf', '  0\r\nSECTION\r\n', /DXF/],
    ['DWG', 'a.shp', 'AC1032', /DWG/],
    ['HTML', 'a.kml', '<!DOCTYPE html><html></html>', /HTML/],
    ['HTML without doctype', 'a.kml', '<html><body/></html>', /HTML/],
    ['GPX', 'a.kml', '<?xml version="1.0"?><gpx version="1.1"/>', /GPX/],
    ['GML', 'a.kml', '<wfs:FeatureCollection/>', /GML/],
    ['other XML whose document type ends after a blank', 'a.kml', '<!DOCTYPE x [<!ENTITY a "b">]\n><note/>', /its root element is "note"/],
    ['other XML', 'a.kml', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><!-- <kml> --><note/>', /its root element is "note"/],
    ['XML without an element', 'a.kml', '<!-- only a comment -->', /without a root/],
    ['CSV', 'a.geojson', 'id;name\n1;x\n', /text table \(CSV\); load it in a GIS program/],
    ['text', 'a.shp', 'hello world', /plain text/],
    ['white space', 'a.geojson', ' \r\n\t', /white space/],
    ['WKT', 'a.geojson', 'POLYGON ((0 0, 1 1, 1 0, 0 0))', /WKT/],
    ['JSON array', 'a.geojson', '[1,2]', /JSON array/],
    ['TopoJSON', 'a.json', '{"type":"Topology","objects":{}}', /TopoJSON/],
    ['GeoJSON in a variable of JavaScript', 'a.geojson', '\nvar parcels_1 = {\n"type": "FeatureCollection", "features": []};', /JavaScript file of a web map; delete what comes before the first \{/],
    ['GeoJSON handed to a function', 'a.json', 'L.geoJSON({type:"FeatureCollection",features:[]})', /JavaScript file of a web map/],
    ['Esri JSON', 'a.json', '{"displayFieldName":"","geometryType":"esriGeometryPolygon","features":[]}', /Esri JSON/],
    ['Esri JSON that says nothing before its features', 'a.geojson', '{"features":[{"attributes":{"OBJECTID":1},"geometry":{"rings":[[[1,2],[3,4],[3,2],[1,2]]]}}]}', /Esri JSON/],
    ['Esri JSON with the geometry first', 'a.json', '{ "features" : [ { "geometry" : { "x" : 1, "y" : 2 }, "attributes" : {} } ] }', /Esri JSON/],
    ['SQLite', 'a.gpkg', sqlite(0, 'CREATE TABLE t(x)'), /gpkg_contents is missing/],
    ['SpatiaLite', 'a.sqlite', sqlite(0, 'CREATE TABLE geometry_columns'), /SpatiaLite/],
    ['zero bytes', 'a.shp', new Uint8Array(500), /zero bytes/],
    ['text with zero bytes behind it', 'a.kml', Buffer.from('<kml></kml>\n\0\0'), /text with zero bytes in it, the first at byte 12/],
    ['binary data', 'a.gpkg', Uint8Array.of(1, 2, 3, 4, 5), /unknown kind/],
    ['an index called .shp', 'a.shp', shx, /index \(\.shx\)/],
    ['Git LFS', 'a.shp', 'version https://git-lfs.github.com/spec/v1\noid', /Git LFS/],
  ])('%s', async (_, name, content, reason) => {
    const error = await refusal({ [name]: content });
    expect(error).toMatchObject({ code: 'file-unrecognised', details: { file: name } });
    expect(String(error)).toMatch(reason);
  });
});

test.each([
  ['UTF-16 with its mark', Uint8Array.from([0xff, 0xfe, ...Buffer.from(KML, 'utf16le')])],
  ['UTF-16 without it', new Uint8Array(Buffer.from(KML, 'utf16le'))],
  ['big-endian UTF-16', new Uint8Array(Buffer.from(`\ufeff${KML}`, 'utf16le').swap16())],
  ['a prefix', bytesOf('<k:kml xmlns:k="http://www.opengis.net/kml/2.2"/>')],
  ['no kml element', bytesOf('<Document><Placemark/></Document>')],
])('KML is known with %s', async (_, bytes) => {
  expect(await detectContent(fileOfBytes('a', bytes))).toEqual({ format: 'kml' });
});

test('half a character at the end of UTF-16 is not part of the name of its root', async () => {
  const half = Uint8Array.from([0xff, 0xfe, ...Buffer.from('<kml', 'utf16le'), 0x3e]);
  expect(await detectContent(fileOfBytes('a.kml', half))).toEqual({ format: 'kml' });
});

describe('files that only the GeoPackage driver can judge are left to it', () => {
  const page = sqlite(0, '');
  const cut = sqlite(0, '');
  new DataView(cut.buffer).setUint16(16, 4096);
  new DataView(cut.buffer).setUint32(28, 3);
  test.each<[string, string, Uint8Array]>([
    ['a database of less than a page', 'a.gpkg', page.slice(0, 60)],
    ['a database of fewer pages than its header tells', 'A.GPKG', cut],
    ['whole pages of bytes without a meaning', 'a.gpkg', Uint8Array.from({ length: 1024 }, (_, at) => (at * 167 + 13) % 256)],
  ])('%s', async (_, name, bytes) => {
    expect(await detectContent(fileOfBytes(name, bytes))).toEqual({ format: 'geopackage' });
    expect(await detectContent(fileOfBytes('a.bin', bytes))).toMatchObject({ format: null });
  });
});

test('a single brace is a truncated GeoJSON, unless the name promises another format', async () => {
  expect(await detectContent(fileOfBytes('a.geojson', bytesOf('{')))).toEqual({ format: 'geojson' });
  expect(await detectContent(fileOfBytes('a', bytesOf('{')))).toEqual({ format: 'geojson' });
  for (const name of ['a.gpkg', 'a.kmz', 'a.shp']) {
    const detected = await detectContent(fileOfBytes(name, bytesOf('{')));
    expect(detected.format === null ? detected.what : '').toMatch(/begins like JSON/);
  }
});

test('GeoJSON text sequences are GeoJSON', async () => {
  expect(await detectContent(fileOfBytes('a', bytesOf('\x1e{"type":"Feature"}\n')))).toEqual({ format: 'geojson' });
});

test('a control character in a text does not make it binary data: the driver says where it stands', async () => {
  expect(await detectContent(fileOfBytes('a', bytesOf(KML.replace('<!-- a -->', '<!-- \x0b -->'))))).toEqual({ format: 'kml' });
  expect(await detectContent(fileOfBytes('a', bytesOf('\ufeff{"type":"FeatureCollection","name":"\x01","features":[]}')))).toEqual({ format: 'geojson' });
  for (const bytes of ['\x02{"type":"Feature"}', '<kml>\0</kml>', 'a\x01b']) expect(await detectContent(fileOfBytes('a', bytesOf(bytes)))).toMatchObject({ format: null });
});

test('what a text is is found in a time that grows with its length', async () => {
  const detect = async (share: number): Promise<void> => expect(await detectContent(fileOfBytes('a.txt', bytesOf(`POINT${' '.repeat(64_000 * share)}x`)))).toEqual({ format: null, what: 'plain text' });
  expect(await growthOf(detect)).toBeLessThan(IN_PROPORTION);
});
