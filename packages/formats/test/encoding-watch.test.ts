import { expect, it } from 'vitest';
import { fileOfBytes } from '../src/files/memory.ts';
import { EncodingWatch } from '../src/encoding-watch.ts';
import { geojsonDriver } from '../src/geojson/index.ts';

/** Where the watch finds the first wrong byte if the bytes arrive in pieces of a given size. */
function firstWrong(bytes: Uint8Array, piece: number): number | null {
  const watch = new EncodingWatch();
  for (let at = 0; at < bytes.length; at += piece) {
    // An array at any offset in its buffer, as pieces of files have.
    const shifted = Buffer.concat([Buffer.alloc(at % 5), bytes.subarray(at, at + piece)]).subarray(at % 5);
    watch.see(at, shifted);
  }
  return watch.firstWrong;
}

/** The verdict of the platform's decoder. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

it('finds the first byte that is not UTF-8, however the bytes are divided', () => {
  const cases: [string, number | null][] = [
    ['41'.repeat(100), null],
    [Buffer.from('ação 日本 𐐷 \u{10ffff}\ud7ff\ue000'.repeat(9)).toString('hex'), null],
    [`${'41'.repeat(33)}e341`, 33],
    [`${'41'.repeat(13)}80`, 13],
    ['c080', 0],
    ['e08080', 0],
    ['eda080', 0],
    ['f0808080', 0],
    ['f4908080', 0],
    ['f5', 0],
    [`${'c3a3'.repeat(20)}ff`, 40],
  ];
  for (const [hex, expected] of cases) {
    const bytes = Buffer.from(hex, 'hex');
    expect(isUtf8(bytes)).toBe(expected === null);
    for (const piece of [1, 2, 3, 7, 64, 4096]) expect([hex, piece, firstWrong(bytes, piece)]).toEqual([hex, piece, expected]);
  }
  // Every pair and many triples of bytes after letters, compared with the platform's decoder.
  for (let first = 0x7e; first < 0x100; first++) {
    for (let second = 0; second < 0x100; second += 3) {
      const bytes = Buffer.of(0x41, 0x41, 0x41, first, second, 0x80, 0x80, 0x41);
      expect([first, second, firstWrong(bytes, 3) === null]).toEqual([first, second, isUtf8(bytes)]);
    }
  }
});

const feature = (name: string): string => `{"type":"Feature","id":"${name}","properties":{"${name}":"${name}"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}`;

it('keeps bytes of another encoding and says where the first one stands', async () => {
  const bytes = Buffer.from(`{"type":"FeatureCollection","features":[${feature('São João')}]}`, 'latin1');
  const opened = await geojsonDriver.open({ format: 'geojson', name: 'a', files: [fileOfBytes('a.geojson', bytes)] });
  expect(opened.notes).toEqual([{ code: 'text-not-utf8', text: `"a.geojson" contains bytes that are not UTF-8, the first at byte ${bytes.indexOf(0xe3)}. They were kept unchanged; programs may show the wrong letters there.` }]);
  const proper = await geojsonDriver.open({ format: 'geojson', name: 'a', files: [fileOfBytes('a.geojson', Buffer.from(feature('São João 日本')))] });
  expect(proper.notes).toEqual([]);
});
