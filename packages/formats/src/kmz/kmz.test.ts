import { Readable } from 'node:stream';
import { ProblemError } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ZipFile, type EndOptions } from 'yazl';
import { fileOfBytes } from '../files/memory.ts';
import { applyBytes, featureShape, openBytes, patchOf } from '../kml/test/patching.ts';
import { kmzDriver, openKmzFeatures } from './index.ts';
import { problemOf } from '../../test/problem-of.ts';

const KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>a</name><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark><Placemark><name>b</name></Placemark></kml>';
const EMPTIED = KML.replace(/<Polygon>.*<\/Polygon>/, '');
const ICON = Buffer.from('not really a picture '.repeat(50));
const TIME = new Date(2011, 4, 6, 7, 8, 10);

interface Content {
  readonly name: string;
  readonly bytes: Buffer;
  readonly options?: { readonly compress?: boolean; readonly fileComment?: string; readonly forceZip64Format?: boolean };
  /** Sizes after the data instead of before it. */
  readonly streamed?: boolean;
}

async function zip(contents: readonly Content[], end: Partial<EndOptions> = {}): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, bytes, options, streamed } of contents) {
    const all = { mtime: TIME, mode: 0o100640, ...options };
    if (streamed === true) archive.addReadStream(Readable.from([bytes]), name, all);
    else archive.addBuffer(bytes, name, all);
  }
  archive.end({ forceZip64Format: false, comment: '', ...end });
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What an independent reader finds in an archive. */
async function read(bytes: Uint8Array): Promise<{ name: string; time: number; comment: string; extra: string[]; content: string; method: number }[]> {
  const archive = await fromBufferPromise(Buffer.from(bytes));
  const found = [];
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) if (chunk instanceof Buffer) chunks.push(chunk);
    found.push({
      name: entry.fileName,
      time: entry.getLastModDate({ forceDosFormat: true }).getTime(),
      comment: entry.fileComment,
      // All but the ZIP64 field, which holds sizes and offsets.
      extra: entry.extraFields.filter(({ id }) => id !== 1).map(({ id, data }) => `${id} ${data.toString('hex')}`),
      content: Buffer.concat(chunks).toString(),
      method: entry.compressionMethod,
    });
  }
  return found;
}

const EMPTY_FIRST = patchOf([{ feature: 0, parts: [] }]);
const doc = { name: 'doc.kml', bytes: Buffer.from(KML) };
const icon = { name: 'files/ícone.png', bytes: ICON };

const ARCHIVES: [name: string, contents: Content[], end?: Partial<EndOptions>][] = [
  ['the KML alone', [doc]],
  ['the KML first', [doc, icon]],
  ['the KML last, with comments', [icon, { ...doc, options: { fileComment: 'the document' } }], { comment: 'an archive' }],
  ['everything stored', [{ ...icon, options: { compress: false } }, { ...doc, options: { compress: false } }, { ...icon, name: 'b.png' }]],
  ['sizes behind the data', [{ ...icon, streamed: true }, { ...doc, streamed: true }, { ...icon, name: 'b.png', streamed: true }]],
  ['ZIP64 records', [icon, { ...doc, options: { forceZip64Format: true } }, { ...icon, name: 'b.png', options: { forceZip64Format: true } }], { forceZip64Format: true }],
  ['ZIP64 with sizes behind the data', [{ ...doc, streamed: true, options: { forceZip64Format: true } }, { ...icon, options: { forceZip64Format: true } }], { forceZip64Format: true, comment: 'x' }],
];

describe('an archive', () => {
  it.each(ARCHIVES)('with %s comes back identical, and patched with all else untouched', async (_, contents, end) => {
    const source = await zip(contents, end);
    const opened = await openBytes(kmzDriver, source);
    expect(featureShape(opened.layers[0].geometry, 0)).toEqual([['kind 3', '0,0 1,0 1,1 0,0']]);
    expect(Buffer.from(await applyBytes(opened, [null])).equals(source)).toBe(true);
    const result = await applyBytes(opened, [EMPTY_FIRST]);
    const before = await read(source);
    const after = await read(result);
    expect(after).toEqual(before.map((entry) => (entry.name === 'doc.kml' ? { ...entry, content: EMPTIED, method: 8 } : entry)));
    expect(featureShape((await openBytes(kmzDriver, result)).layers[0].geometry, 0)).toEqual([]);
    await opened.close();
  });

  it('read feature by feature reports the pictures and other files in it', async () => {
    const told = async (...contents: Content[]): Promise<unknown> => {
      const opened = await openKmzFeatures({ format: 'kmz', name: 'farm', files: [fileOfBytes('farm.kmz', await zip(contents))] });
      await opened.close();
      return opened.notes;
    };
    expect(await told(doc, { ...doc, name: 'more/b.KML' }, { name: '__MACOSX/._doc.kml', bytes: ICON }, { name: 'files/.DS_Store', bytes: ICON })).toEqual([]);
    expect(await told(doc, icon)).toEqual([{ code: 'kml-left-behind', text: 'The archive holds a file besides its KML, which was left out: "files/ícone.png".' }]);
    expect(await told(doc, ...[1, 2, 3, 4, 5, 6, 7].map((number) => ({ ...icon, name: `${String(number)}.jpg` })))).toEqual([{ code: 'kml-left-behind', text: 'The archive holds 7 files besides its KML, which were left out: "1.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg" and 2 more.' }]);
  });

  it('is read from the first KML at the root, else from the first anywhere, whatever its name', async () => {
    const other = { bytes: Buffer.from(KML.replaceAll('<name>a', '<name>other')) };
    const label = async (...contents: Content[]): Promise<string> => (await openBytes(kmzDriver, await zip(contents))).layers[0].label(0);
    expect(await label({ ...other, name: 'sub/doc.kml' }, { ...doc, name: 'Área 1.KML' }, { ...other, name: 'doc.kml' })).toBe('a');
    expect(await label(icon, { ...doc, name: 'sub/a.kml' }, { ...other, name: 'sub/b.kml' })).toBe('a');
    expect(await label({ ...other, name: '__MACOSX/._doc.kml' }, { ...other, name: '._doc.kml' }, { ...doc, name: 'x/doc.kml' })).toBe('a');
  });

  it('holds layers in other KML files too, each patched in its own place', async () => {
    const links = { name: 'doc.kml', bytes: Buffer.from('<kml><NetworkLink><Link><href>layers/a.kml</href></Link></NetworkLink></kml>') };
    const source = await zip([links, { ...doc, name: 'layers/a.kml', streamed: true }, icon, { ...doc, name: 'layers/b.kml' }, { ...icon, name: 'z.png' }]);
    const opened = await openBytes(kmzDriver, source);
    expect(opened.layers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(Buffer.from(await applyBytes(opened, [null, null])).equals(source)).toBe(true);
    const before = await read(source);
    for (const patched of [['layers/a.kml'], ['layers/b.kml'], ['layers/a.kml', 'layers/b.kml']]) {
      const patches = ['layers/a.kml', 'layers/b.kml'].map((name) => (patched.includes(name) ? EMPTY_FIRST : null));
      expect(await read(await applyBytes(opened, patches))).toEqual(before.map((entry) => (patched.includes(entry.name) ? { ...entry, content: EMPTIED } : entry)));
    }
  });

  it('says so if it has nothing but links, unless what the main document links to is inside', async () => {
    const main = { name: 'doc.kml', bytes: Buffer.from('<kml><Document><NetworkLink><Link><href>layers/a.kml</href></Link></NetworkLink></Document></kml>') };
    const notesOf = async (...contents: Content[]): Promise<string[][]> => {
      const files = { format: 'kmz' as const, name: 'a', files: [fileOfBytes('a.kmz', await zip(contents))] };
      return [await kmzDriver.open(files), await openKmzFeatures(files)].map(({ notes }) => notes.map(({ text }) => text));
    };
    const advice = 'Links are never followed: open it in Google Earth, and save there what it shows as KML.';
    expect(await notesOf(main)).toEqual([[`This KML has no placemarks, only one link to another file. ${advice}`], [`Only the placemarks of this KML are read; one link to another file is not. ${advice}`]]);
    expect(await notesOf(main, { name: 'layers/a.kml', bytes: Buffer.from(KML) })).toEqual([[], []]);
  });

  it('may be followed by other bytes, which stay', async () => {
    const source = Buffer.concat([await zip([doc, icon]), Buffer.from('trailing')]);
    const result = await applyBytes(await openBytes(kmzDriver, source), [EMPTY_FIRST]);
    expect(Buffer.from(result.slice(-8)).toString()).toBe('trailing');
    expect((await openBytes(kmzDriver, result)).layers[0].geometry.featureOffsets).toEqual(Int32Array.from([0, 0, 0]));
  });
});

/** Overwrites bytes wherever a pattern occurs. */
function overwrite(source: Buffer, find: string | Buffer, put: (bytes: Buffer, at: number) => void): Buffer {
  const bytes = Buffer.from(source);
  for (let at = bytes.indexOf(find); at >= 0; at = bytes.indexOf(find, at + 1)) put(bytes, at);
  return bytes;
}

const LOCAL = Buffer.from('PK\x03\x04', 'latin1');
const RECORD = Buffer.from('PK\x01\x02', 'latin1');
const END = Buffer.from('PK\x05\x06', 'latin1');

describe('an archive that is refused', () => {
  it.each([
    ['file-empty', () => Promise.resolve(Buffer.alloc(0))],
    ['kmz-not-zip', () => Promise.resolve(Buffer.from(KML))],
    ['kmz-without-kml', () => zip([icon])],
    ['kmz-truncated', async () => (await zip([doc, icon])).subarray(0, 300)],
    ['kmz-truncated', async () => (await zip([doc])).subarray(0, -1)],
    ['kmz-multi-disk', async () => overwrite(await zip([doc]), END, (bytes, at) => bytes.writeUInt16LE(1, at + 4))],
    ['kmz-multi-disk', async () => overwrite(await zip([doc]), RECORD, (bytes, at) => bytes.writeUInt16LE(2, at + 34))],
    ['kmz-encrypted', async () => overwrite(await zip([doc]), RECORD, (bytes, at) => bytes.writeUInt16LE(0x801, at + 8))],
    ['kmz-compression', async () => overwrite(await zip([doc]), RECORD, (bytes, at) => bytes.writeUInt16LE(12, at + 10))],
    ['kmz-unsafe-name', async () => overwrite(await zip([doc, { ...icon, name: 'ab/evil.png' }]), 'ab/evil', (bytes, at) => bytes.write('../', at))],
    ['kmz-unsafe-name', async () => overwrite(await zip([doc, { ...icon, name: 'ab/evil.png' }]), 'ab/evil', (bytes, at) => bytes.write('..\\', at))],
    ['kmz-unsafe-name', async () => overwrite(await zip([doc, { ...icon, name: 'ab/evil.png' }]), 'ab/evil', (bytes, at) => bytes.write('/', at))],
    ['kmz-unsafe-name', async () => overwrite(await zip([doc, { ...icon, name: 'ab/evil.png' }]), 'ab/evil', (bytes, at) => bytes.write('C:', at))],
    ['kmz-unsafe-name', async () => overwrite(await zip([doc, { ...icon, name: 'ab/evil.png' }]), 'ab/evil', (bytes, at) => bytes.write('a\0', at))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), LOCAL, (bytes, at) => bytes.fill(0, at + 2, at + 4))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), RECORD, (bytes, at) => bytes.writeUInt32LE(1, at + 16))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), LOCAL, (bytes, at) => bytes.fill(0xff, at + 50, at + 80))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), RECORD, (bytes, at) => bytes.writeUInt32LE(KML.length + 5, at + 24))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), END, (bytes, at) => bytes.writeUInt16LE(2, at + 10))],
    ['kmz-damaged', async () => overwrite(await zip([doc]), END, (bytes, at) => bytes.writeUInt32LE(0x7fff_ffff, at + 16))],
    ['kmz-bomb', () => zip([{ name: 'doc.kml', bytes: Buffer.alloc(20 << 20, ' ') }])],
    ['kmz-damaged', async () => overwrite(await zip([{ name: 'doc.kml', bytes: Buffer.alloc(20 << 20, ' ') }]), RECORD, (bytes, at) => bytes.writeUInt32LE(1000, at + 24))],
    ['kmz-bomb', async () => overwrite(await zip([{ ...doc, name: 'a.kml' }, { ...doc, name: 'b.kml' }]), RECORD, (bytes, at) => bytes.writeUInt32LE(0, at + 42))],
    ['xml-malformed', () => zip([{ name: 'doc.kml', bytes: Buffer.from('<kml><a></kml>') }])],
    ['not-kml', () => zip([{ name: 'doc.kml', bytes: Buffer.from('<gpx/>') }])],
  ] as const)('%s', async (code, make) => {
    const problem = await problemOf(openBytes(kmzDriver, await make()));
    expect(problem.code).toBe(code);
    expect(problem.message).toContain('"file.kmz"');
    expect(problem.message).not.toContain('?"');
  });

  it('is refused or read at every length it can be cut to', async () => {
    const source = await zip([icon, doc]);
    const codes = new Set<string>();
    for (let length = 0; length < source.length; length++) codes.add((await problemOf(openBytes(kmzDriver, source.subarray(0, length)))).code);
    expect([...codes].sort()).toEqual(['file-empty', 'kmz-not-zip', 'kmz-truncated']);
  });

  it('never fails in an unclear way when bits are flipped', async () => {
    const source = await zip([icon, { ...doc, options: { forceZip64Format: true } }], { forceZip64Format: true });
    for (let bit = 0; bit < source.length * 8; bit += 11) {
      const bytes = Buffer.from(source);
      bytes[bit >> 3] ^= 1 << (bit & 7);
      const opened = await openBytes(kmzDriver, bytes).catch((error: unknown) => {
        if (error instanceof ProblemError) return null;
        throw error;
      });
      if (opened !== null) await applyBytes(opened, opened.layers.map((layer, i) => (i === 0 && layer.geometry.featureOffsets.length > 1 ? EMPTY_FIRST : null)));
    }
  });
});
