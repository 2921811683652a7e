import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { OutputFile } from '../driver.ts';
import { decimalText } from '../features/number-text.ts';
import { CoordinateReader } from './coordinates.ts';
import { detectEncoding, TextWindow } from './encoding.ts';
import { kmlDriver } from './index.ts';
import { parseOrdinate } from './ordinate.ts';
import { XmlFault, XmlScanner } from './scanner.ts';
import { featureShape } from './test/patching.ts';

const ENCODING = detectEncoding(new Uint8Array(0), 'test');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Element {
  readonly name: string;
  text: string;
}

/** The output of our scanner, with the window cut as given; null if the text is refused. */
function scanWith(text: string, cuts: number): Element[] | null {
  const bytes = bytesOf(text);
  const elements: Element[] = [];
  const open: Element[] = [];
  const scanner = new XmlScanner({
    open: (name, _, start, end) => {
      expect(String.fromCharCode(...bytes.subarray(start, start + 1), ...bytes.subarray(end - 1, end))).toBe('<>');
      const element = { name: new TextDecoder().decode(name.units), text: '' };
      elements.push(element);
      open.push(element);
    },
    close: () => void open.pop(),
    text: (window, from, to) => {
      const element = open.at(-1);
      if (element !== undefined) element.text += window.text(from, to);
    },
  });
  try {
    let rest = 0;
    for (let end = Math.min(bytes.length, cuts); ; end = Math.min(bytes.length, end + cuts)) {
      const final = end === bytes.length;
      rest += scanner.scan(new TextWindow(bytes.subarray(rest, end), rest, ENCODING), final);
      if (final) return elements;
    }
  } catch (error) {
    if (error instanceof XmlFault) return null;
    throw error;
  }
}

describe('a long text without a blank', () => {
  const text = 'พื้นที่'.repeat(30);
  it.each([['in an element', `<a>${text}</a>`], ['in a CDATA section', `<a><![CDATA[${text}]]></a>`]])('is not cut within a character, %s', (_, document) => {
    for (let cuts = 300; cuts < 320; cuts++) expect(scanWith(document, cuts)).toEqual([{ name: 'a', text }]);
  });
});

/** The same from saxes. */
function saxesElements(text: string): Element[] | null {
  const parser = new SaxesParser();
  const elements: Element[] = [];
  const open: Element[] = [];
  const refusals: string[] = [];
  const add = (piece: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('doctype', (text) => void refusals.push(text));
  parser.on('error', ({ message }) => void refusals.push(message));
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return refusals.length > 0 ? null : elements;
}

const piece = fc.constantFrom('<a>', '</a>', '<b x="1">', "<b x='>' y = \"é\">", '</b>', '</b >', '<c/>', '<é d="&lt;"/>', '<!-- - x -->', '<!--->', '<![CDATA[ ]] ]>< ]]>', '<?pi x?>', '<?é ??>', 'text', 'ção😀', ' \n', ']]', ']]>', '>', '"', '<', '&', '/>', '<a', '="1"', '--', 'x=');

describe('the scanner', () => {
  it('accepts and refuses what saxes does, finds the same elements and text, wherever its windows end', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), (pieces, cuts) => {
        const text = `<r>${pieces.join('')}</r>`;
        const expected = saxesElements(text);
        expect(scanWith(text, cuts)).toEqual(expected);
        expect(scanWith(text, text.length * 4)).toEqual(expected);
      }),
      { numRuns: 6000, seed: 11 },
    );
  });

  it('agrees with saxes on well-formed trees', () => {
    const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
      tree: fc.tuple(fc.constantFrom('a', 'b:c', 'é-1.x'), fc.array(tie('node'), { maxLength: 4 })).map(([name, nodes]) => `<${name} q="1" r='"'>${nodes.join('')}</${name}>`),
      node: fc.oneof({ maxDepth: 4 }, fc.constantFrom('x', ' é ', '<!-- a-b -->', '<![CDATA[<]]>', '<d/>', '\u{1f600}\n'), tie('tree')),
    }));
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 9 }), (text, cuts) => {
        const expected = saxesElements(text);
        expect(expected).not.toBeNull();
        expect(scanWith(text, cuts)).toEqual(expected);
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});

describe('coordinates', () => {
  const read = (pieces: readonly string[]): string => {
    const reader = new CoordinateReader({ withSpans: true });
    for (const text of pieces) {
      const window = new TextWindow(bytesOf(text), 0, ENCODING);
      reader.read(window, 0, window.units.length, false);
    }
    reader.finish();
    return Array.from({ length: reader.count }, (_, i) => [reader.x, reader.y, reader.z].map(({ data }) => data[i]).join()).join(' ');
  };
  const part = fc.constantFrom('1', '-2.5', '1e3', ',', ', ', ' ,', ' ', '\n\t', '\u00a0', 'x', '.', '12345678901234567890.5', '+3', '&#32;');

  it('are the same wherever their text is cut', () => {
    fc.assert(fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        expect(read(parts)).toBe(read([parts.join('')]));
      }), { numRuns: 3000, seed: 3 });
  });

  it('are exactly the doubles that are written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 0, max: 20 }), (value, digits) => {
        const texts = [String(value), decimalText(value), ...(Math.abs(value) < 1e21 ? [value.toFixed(digits)] : [])];
        for (const text of texts) expect(read([`${text},${text} `])).toBe(`${Number(text)},${Number(text)},NaN`);
        expect(Object.is(parseOrdinate(decimalText(value)), value === 0 ? 0 : value)).toBe(true);
        expect(decimalText(value)).not.toContain('e');
      }),
      { numRuns: 3000, seed: 9 },
    );
  });
});

describe('a document read in chunks', () => {
  it('gives the same features wherever the reads end', async () => {
    const kml = bytesOf(`<kml><!-- é --><Document><name>Área</name>${'<Placemark><name>ção &amp; <![CDATA[<é>]]></name><Point><coordinates>-47.123456,\u00a0-15.5,7</coordinates></Point></Placemark>'.repeat(3)}</Document></kml>`);
    const open = (most: number): ReturnType<typeof kmlDriver.open> =>
      kmlDriver.open({ format: 'kml', name: 'x', files: [{ name: 'x.kml', size: kml.length, read: (start, end) => Promise.resolve(kml.subarray(start, start === 0 && end === 1024 ? end : Math.min(end, start + most))) }] });
    for (let most = 1; most < 60; most++) {
      const [layer] = (await open(most)).layers;
      expect([layer.name, layer.label(2), featureShape(layer.geometry, 1)]).toEqual(['Área', 'ção & <é>', [['kind 1', '-47.123456,-15.5,7']]]);
    }
  });

  it('discards the output when writing fails', async () => {
    const kml = bytesOf('<kml/>');
    const opened = await kmlDriver.open({ format: 'kml', name: 'x', files: [{ name: 'x.kml', size: kml.length, read: (start, end) => Promise.resolve(kml.subarray(start, end)) }] });
    let isDropped = false;
    const output: OutputFile = { write: () => Promise.reject(new Error('full')), close: () => Promise.resolve(), abort: () => Promise.resolve(void (isDropped = true)) };
    await expect(opened.apply([], { create: () => Promise.resolve(output) })).rejects.toThrow('full');
    expect(isDropped).toBe(true);
  });
});
