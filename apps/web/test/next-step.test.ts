import { systemOfCode } from '@geoinsights/crs';
import { FORMAT_NAMES } from '@geoinsights/contract';
import { describe, expect, it } from 'vitest';
import { ambiguityOf, readDecimal, readQuantity } from '../src/geotools/form/decimal-number.ts';
import { BRAZILIAN_SYSTEMS } from '../src/geotools/next-step/description/brazilian-systems.ts';
import { FORMAT_CHOICES, formatWords } from '../src/geotools/next-step/description/format-words.ts';
import type { ToolDraft } from '../src/geotools/next-step/description/tool-description.ts';
import { jobAgain, jobOf } from '../src/geotools/next-step/job.ts';
import { readStep, shownFields } from '../src/geotools/next-step/step.ts';
import type { ReadStep } from '../src/geotools/next-step/step.ts';
import { addressOfChoice, choiceOfAddress, choiceOfTool } from '../src/geotools/next-step/tool-of-address.ts';
import { TOOLS } from '../src/geotools/next-step/tools/index.ts';
import { TOOL_CARDS } from '../src/geotools/tool-cards.ts';
import { endpointOf, REPAIR, workOf } from '../src/geotools/next-step/work-words.ts';

function read(name: string, change: ToolDraft = {}): ReadStep {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool "${name}".`);
  return readStep(tool, { ...tool.defaults, ...change });
}

/** What is sent to the API with these contents of a tool's form. */
const sent = (name: string, change: ToolDraft = {}) => read(name, change).step?.options;

/** The faults of these contents of a tool's form, by field; nothing is sent then. */
function faults(name: string, change: ToolDraft): [string, string][] {
  const { step, faults: found } = read(name, change);
  expect([change, step]).toEqual([change, undefined]);
  return [...found];
}

describe('a number', () => {
  it.each([['0', 0], ['2,5', 2.5], [' .5 ', 0.5], ['-1.25', -1.25], ['−3', -3], ['7.', 7]])('is read from "%s"', (text, value) => {
    expect(readDecimal(text)).toBe(value);
  });

  it.each([
    ['1.000', 'Is it a thousand or a fraction? Write 1000 or 1.'],
    ['-2,500', 'Is it a thousand or a fraction? Write 2500 or 2.5.'],
    ['12.125', 'Is it a thousand or a fraction? Write 12125 or 12.1250.'],
  ])('that counts or measures is not read from "%s"', (text, words) => {
    expect([readQuantity(text), ambiguityOf(text)]).toEqual([undefined, words]);
  });

  it.each([['0.125', 0.125], ['1000', 1000], ['12.1250', 12.125], ['1,0', 1], ['1000.500', 1000.5]])('that counts or measures is read from "%s"', (text, value) => {
    expect([readQuantity(text), ambiguityOf(text)]).toEqual([value, undefined]);
  });

  it.each(['', '-', '1e3', '1.2.3', '1,2,3', '1 000', '--1', 'Infinity', '9'.repeat(400)])('is not read from "%s"', (text) => {
    expect(readDecimal(text)).toBeUndefined();
  });
});

it('splitting promises several files only where there are several', () => {
  const split = TOOLS.find(({ name }) => name === 'split');
  expect(split?.intro).toBe('Your files are divided. If there are several results, they come in one archive.');
  expect(split?.fields.find(({ name }) => name === 'by')?.hint).toBe('Parts of a geometry become features of the same file.');
});

describe('every tool', () => {
  it.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s has something in every field, and words for all', (_name, tool) => {
    expect(Object.keys(tool.defaults).sort()).toEqual(tool.fields.map(({ name }) => name).sort());
    for (const field of tool.fields) {
      if (field.kind === 'choice') expect(field.choices.map(({ key }) => key)).toContain(tool.defaults[field.name]);
      if (field.kind === 'tick') expect(['', 'yes']).toContain(tool.defaults[field.name]);
    }
    for (const words of [tool.title, tool.heading(tool.defaults), tool.intro, tool.noun, tool.participle]) expect(words).not.toBe('');
    expect(tool.addresses.length).toBeGreaterThan(0);
  });

  it('can begin with what stands in its form at first, so that choosing files is enough', () => {
    const waiting = TOOLS.filter((tool) => readStep(tool, tool.defaults).step === undefined).map(({ name }) => name);
    // Only its user knows what to extract.
    expect(waiting).toEqual(['extract']);
  });

  it('has a place of its own in the list', () => {
    expect(TOOLS.map(({ place }) => place)).toEqual(TOOLS.map((_tool, index) => index + 1));
  });

  it('has addresses of its own, which stand for it', () => {
    const addresses = TOOLS.flatMap((tool) => tool.addresses.map(({ address }) => address));
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) expect(addressOfChoice(choiceOfAddress(address))).toBe(address);
    for (const tool of TOOLS) expect(addressOfChoice(choiceOfTool(tool.name))).not.toBeNull();
  });

  it('is asked for at its own address, and called by its own words', () => {
    for (const tool of TOOLS) expect([endpointOf(tool.name), workOf(tool.name).noun]).toEqual([tool.name, tool.noun]);
    expect([endpointOf(null), endpointOf('files/x'), workOf(undefined), workOf('fix-geometry')]).toEqual(['fix-geometry', 'fix-geometry', REPAIR, REPAIR]);
    expect(workOf('a-new-tool')).toEqual({ noun: 'task', participle: 'worked on' });
  });
});

describe('a card', () => {
  /** Heading and step by the title of the card, if nothing is changed in the form. */
  const CARDS: Readonly<Record<string, readonly [heading: string, step: object]>> = {
    'Convert to Shapefile': ['Convert to Shapefile', { tool: 'convert', options: { to: 'shapefile' } }],
    'Convert to KML': ['Convert to KML', { tool: 'convert', options: { to: 'kml' } }],
    'Convert to GeoJSON': ['Convert to GeoJSON', { tool: 'convert', options: { to: 'geojson' } }],
    'Convert to Geopackage': ['Convert to GeoPackage', { tool: 'convert', options: { to: 'geopackage' } }],
    'Reproject file': ['Reproject file', { tool: 'reproject', options: { to: 'EPSG:4674' } }],
    'Compress file': ['Compress file', { tool: 'compress', options: {} }],
    'Simplify geometry': ['Simplify geometry', { tool: 'simplify', options: { distance: 10, method: 'visvalingam', keepAll: true } }],
    'Buffer geometry': ['Buffer geometry', { tool: 'buffer', options: { distance: 100, joins: 'round', dissolve: false } }],
    'Merge files': ['Merge files', { tool: 'merge', options: { layers: 'one' } }],
  };

  it.each(TOOL_CARDS.filter(({ tool }) => tool !== 'ocr-pdf').map(({ title, tool }) => [title, tool] as const))('“%s” stands for its tool', (title, address) => {
    const choice = choiceOfAddress(address ?? null);
    if (choice.kind !== 'tool') throw new Error('This is a tool.');
    expect([choice.tool.heading(choice.draft), readStep(choice.tool, choice.draft).step]).toEqual(CARDS[title]);
  });
});

describe('the address', () => {
  it('stands for nothing when it is not known', () => {
    for (const address of [null, '', 'unknown', 'convert', 'toString']) expect(choiceOfAddress(address)).toEqual({ kind: 'none' });
  });

  it('may stand for what there is no tool for yet', () => {
    expect(choiceOfAddress('ocr-pdf')).toEqual({ kind: 'missing', title: 'OCR PDF' });
    expect(addressOfChoice(choiceOfAddress('ocr-pdf'))).toBe('ocr-pdf');
  });

  it('follows the format that is chosen', () => {
    const choice = choiceOfAddress('convert-to-kml');
    if (choice.kind !== 'tool') throw new Error('This is a tool.');
    expect(choice.tool.heading(choice.draft)).toBe('Convert to KML');
    expect(addressOfChoice({ ...choice, draft: { ...choice.draft, to: 'kmz' } })).toBe('convert-to-kmz');
  });
});

describe('what is sent', () => {
  it.each([
    ['convert', {}, { to: 'geojson' }],
    ['convert', { to: 'kml', decimals: '7' }, { to: 'kml', decimals: 7 }],
    // A hidden field is not sent, whatever it contains.
    ['convert', { to: 'shapefile', decimals: '7' }, { to: 'shapefile' }],
    ['reproject', { to: ' 31982 ', from: 'epsg: 4618', densify: '0,5', format: 'kml' }, { to: 'EPSG:31982', from: 'EPSG:4618', densify: 0.5, format: 'kml' }],
    ['reproject', { to: 'SIRGAS 2000 / UTM zone 22S' }, { to: 'SIRGAS 2000 / UTM zone 22S' }],
    ['reproject', { to: 'ESRI:102033' }, { to: 'ESRI:102033' }],
    // Not an EPSG code.
    ['reproject', { to: '102033' }, { to: '102033' }],
    ['merge', { layers: 'one', sourceField: ' origem ' }, { layers: 'one', sourceField: 'origem' }],
    ['merge', { layers: 'each', sourceField: 'origem', format: 'geopackage' }, { layers: 'each', format: 'geopackage' }],
    ['split', {}, { by: 'layer' }],
    ['split', { by: 'part' }, { by: 'part' }],
    ['split', { by: 'field', field: 'uf' }, { by: 'field', field: 'uf' }],
    ['split', { by: 'count', count: '500', format: 'kmz' }, { by: 'count', count: 500, format: 'kmz' }],
    ['extract', { where: "uf = 'GO'" }, { where: "uf = 'GO'" }],
    ['extract', { where: "uf = 'GO'", clip: 'yes' }, { where: "uf = 'GO'" }],
    ['extract', { bbox: '-48.3, -16.1, -47.3, -15.5', clip: 'yes' }, { bbox: '-48.3,-16.1,-47.3,-15.5', clip: true }],
    ['extract', { bbox: '-48,3; -16,1; -47,3; -15,5' }, { bbox: '-48.3,-16.1,-47.3,-15.5', clip: false }],
    ['extract', { within: 'farms.geojson' }, { within: 'farms.geojson', clip: false }],
    ['simplify', {}, { distance: 10, method: 'visvalingam', keepAll: true }],
    ['simplify', { measure: 'share', share: '7,5 %', method: 'douglas-peucker', keepAll: '' }, { share: 0.075, method: 'douglas-peucker', keepAll: false }],
    ['simplify', { measure: 'share', share: '33.3' }, { share: 0.333, method: 'visvalingam', keepAll: true }],
    ['buffer', { distance: '-2,5', joins: 'mitre', dissolve: 'yes' }, { distance: -2.5, joins: 'mitre', dissolve: true }],
    ['convert', { from: '31982' }, { to: 'geojson', from: 'EPSG:31982' }],
    ['merge', { from: '31982' }, { layers: 'one', from: 'EPSG:31982' }],
    ['merge', { crs: '31982', format: 'shapefile' }, { layers: 'one', crs: 'EPSG:31982', format: 'shapefile' }],
    ['merge', { crs: '31982', format: 'kml' }, { layers: 'one', format: 'kml' }],
    ['split', { from: '31982' }, { by: 'layer', from: 'EPSG:31982' }],
    ['extract', { where: 'a > 1', from: '31982' }, { where: 'a > 1', from: 'EPSG:31982' }],
    ['simplify', { from: 'SAD69 / UTM zone 22S' }, { distance: 10, method: 'visvalingam', keepAll: true, from: 'SAD69 / UTM zone 22S' }],
    ['buffer', { from: '31982' }, { distance: 100, joins: 'round', dissolve: false, from: 'EPSG:31982' }],
    ['compress', {}, {}],
    ['compress', { decimals: '0' }, { decimals: 0 }],
  ])('by %s with %j', (tool, change, options) => {
    expect(sent(tool, change)).toEqual(options);
  });
});

describe('what is wrong is said beside its field', () => {
  it.each([
    ['convert', 'decimals', ['16', '-1', '1.5', 'x']],
    ['reproject', 'to', ['', '  ']],
    ['reproject', 'densify', ['0', '-1', 'x', '1e99', '100000001']],
    ['buffer', 'distance', ['', '0', '-0', 'x', '100000001']],
    ['simplify', 'distance', ['', '0', '-1']],
    ['extract', 'bbox', ['1,2,3', '1,2,3,4,5', '3,2,1,4', '1,4,3,2', 'a,b,c,d', '1,5;2']],
    ['extract', 'where', ['']],
    ['compress', 'decimals', ['1,5']],
  ])('%s: %s', (tool, field, texts) => {
    for (const text of texts) {
      const found = faults(tool, { [field]: text });
      expect(found.map(([name]) => name)).toEqual([field]);
      expect(found[0][1]).toMatch(/^(Enter|Say) .+\.$/);
    }
  });

  it.each([
    [{ by: 'field' }, 'field'],
    [{ by: 'count', count: '' }, 'count'],
    [{ by: 'count', count: '0' }, 'count'],
  ])('split: %j', (change, field) => {
    expect(faults('split', change).map(([name]) => name)).toEqual([field]);
  });

  it.each([
    ['buffer', { distance: '1,000' }, 'distance'],
    ['simplify', { distance: '1.000' }, 'distance'],
    ['reproject', { densify: '1.500' }, 'densify'],
    ['split', { by: 'count', count: '1.000' }, 'count'],
  ])('%s: %j may be a thousand', (tool, change, field) => {
    expect(faults(tool, change)).toEqual([[field, expect.stringMatching(/^Is it a thousand or a fraction\?/)]]);
  });

  it('coordinates of a box may have three decimals', () => {
    expect(sent('extract', { bbox: '-48.300, -16.125, -47.300, -15.500' })).toMatchObject({ bbox: '-48.3,-16.125,-47.3,-15.5' });
  });

  it('simplify: a share of more than all, and of nothing', () => {
    for (const share of ['', '0', '101', '-5']) expect(faults('simplify', { measure: 'share', share })).toEqual([['share', 'Enter a percentage above 0, up to 100.']]);
  });

  it('never of a field that is not shown', () => {
    expect(sent('simplify', { measure: 'share', distance: 'x' })).toMatchObject({ share: 0.1 });
  });
});

it('shows a field only where it says something', () => {
  const shown = (name: string, draft: ToolDraft) => TOOLS.filter((tool) => tool.name === name).flatMap((tool) => shownFields(tool, { ...tool.defaults, ...draft }).map((field) => field.name));
  expect(shown('extract', {})).not.toContain('clip');
  expect(shown('extract', { within: 'a.kml' })).toContain('clip');
  expect(shown('split', { by: 'count' })).toEqual(['by', 'count', 'from', 'format']);
});

describe('one task for all that is wished', () => {
  const step = { tool: 'convert', options: { to: 'kml' } };

  it('is a repair without a tool, and sends only the options that were chosen', () => {
    expect(jobOf({ repairs: true, repairOptions: undefined, step: undefined })).toEqual({ endpoint: 'fix-geometry', options: undefined });
    expect(jobOf({ repairs: true, repairOptions: { gaps: 'keep' }, step: undefined })).toEqual({ endpoint: 'fix-geometry', options: { gaps: 'keep' } });
  });

  it('is a repair that goes on with the tool, or the tool alone', () => {
    expect(jobOf({ repairs: true, repairOptions: { gaps: 'keep' }, step })).toEqual({ endpoint: 'fix-geometry', options: { gaps: 'keep', then: [step] } });
    expect(jobOf({ repairs: false, repairOptions: { gaps: 'keep' }, step })).toEqual({ endpoint: 'convert', options: { to: 'kml' } });
  });

  it('is a repair by the rules of an earlier one, whose decisions are kept before the new ones', () => {
    const [first, second] = [{ action: 'leave' }, { action: 'split' }];
    expect(jobAgain({ profile: 'registrar', decisions: [first] }, [second])).toEqual({ endpoint: 'fix-geometry', options: { profile: 'registrar', decisions: [first, second] } });
    expect(jobAgain(undefined, [second])).toEqual({ endpoint: 'fix-geometry', options: { decisions: [second] } });
  });
});

it('offers the systems of Brazil, each of which we know, under the name that it has', () => {
  for (const { value, words } of BRAZILIAN_SYSTEMS) {
    const known = systemOfCode(value);
    const name = value === 'EPSG:3857' ? 'Web Mercator' : (known?.name ?? 'unknown');
    expect([value, words.startsWith(name)]).toEqual([value, true]);
  }
  expect(BRAZILIAN_SYSTEMS.filter(({ words }) => /zone (18|19|2[0-5])S/.test(words))).toHaveLength(8);
});

it('has words for every format', () => {
  expect(FORMAT_CHOICES.map(({ key }) => key)).toEqual(FORMAT_NAMES);
  expect([formatWords('geopackage'), formatWords('a-new-one')]).toEqual(['GeoPackage', 'a-new-one']);
});
