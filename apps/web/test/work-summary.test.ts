import { describe, expect, it } from 'vitest';
import type { ToolDraft } from '../src/geotools/next-step/description/tool-description.ts';
import { readStep } from '../src/geotools/next-step/step.ts';
import { TOOLS } from '../src/geotools/next-step/tools/index.ts';
import { workSummary } from '../src/geotools/next-step/work-summary.ts';

interface Wishes {
  readonly repairs?: boolean;
  readonly hasRepairOptions?: boolean;
}

function summary(name: string, change: ToolDraft, { repairs = true, hasRepairOptions = false }: Wishes = {}) {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool "${name}".`);
  const draft = { ...tool.defaults, ...change };
  return workSummary({ repairs, chosen: { tool, draft, read: readStep(tool, draft) } }, hasRepairOptions);
}

/** No line ends between a number and its unit. */
function besideUnits(words: string): string {
  return words.replaceAll(/(?<=\d) (?=[m%])/g, '\u00a0');
}

/** What is said with these contents of a tool's form, after `Repair, then`. */
const CASES: readonly (readonly [tool: string, change: ToolDraft, words: string])[] = [
  ['buffer', {}, 'buffer by 100 m.'],
  ['buffer', { distance: ' -2,5 ', joins: 'mitre', dissolve: 'yes' }, 'buffer by -2.5 m, with pointed corners, with zones joined that overlap.'],
  ['buffer', { distance: '0.0000125', joins: 'bevel' }, 'buffer by 0.0000125 m, with corners cut off.'],
  ['buffer', { distance: '30000', format: 'geopackage' }, 'buffer by 30000 m, as GeoPackage.'],
  ['compress', {}, 'compress into one archive.'],
  ['compress', { decimals: '1' }, 'compress into one archive, with coordinates rounded to 1 decimal.'],
  ['convert', { to: 'kml' }, 'convert to KML.'],
  ['convert', { to: 'kml', decimals: '6', from: '31982' }, 'convert to KML, with coordinates rounded to 6 decimals, taking EPSG:31982 (SIRGAS 2000 / UTM zone 22S) for files that state no reference system.'],
  // A hidden field is not sent.
  ['convert', { to: 'shapefile', decimals: '6' }, 'convert to Shapefile.'],
  ['extract', { where: 'area > 100', format: 'kml' }, 'extract features where area > 100, as KML.'],
  ['extract', { bbox: '1 2 3 4', within: 'farms.kml', clip: 'yes' }, 'extract features in the box 1,2,3,4, within the areas of farms.kml, cut at the edge.'],
  ['merge', {}, 'merge all files into one.'],
  ['merge', { layers: 'each' }, 'merge all files into one, layer by layer.'],
  ['merge', { sourceField: 'origem', crs: '4674' }, 'merge all files into one, with their names in the field origem, in EPSG:4674 (SIRGAS 2000, degrees).'],
  ['reproject', {}, 'reproject to EPSG:4674 (SIRGAS 2000, degrees).'],
  ['reproject', { to: '32722', densify: '0,5' }, 'reproject to EPSG:32722, with vertices added to stay within 0.5 m.'],
  ['simplify', {}, 'simplify to within 10 m.'],
  ['simplify', { measure: 'share', share: '7,5 %', method: 'douglas-peucker', keepAll: '' }, 'simplify to 7.5 % of the vertices, by Douglas-Peucker, without features that become too small.'],
  ['simplify', { measure: 'share', share: '33.3' }, 'simplify to 33.3 % of the vertices.'],
  ['split', {}, 'split by layer.'],
  ['split', { by: 'part' }, 'split by parts of geometries.'],
  ['split', { by: 'field', field: 'uf' }, 'split by the values of uf.'],
  ['split', { by: 'count', count: '500' }, 'split into files of 500 features.'],
  ['split', { by: 'count', count: '1' }, 'split into files of 1 feature.'],
];

describe('what choosing files starts is said with the options as they are sent', () => {
  it.each(CASES)('%s with %j', (tool, change, words) => {
    expect(summary(tool, change)).toEqual({ words: `Repair, then ${besideUnits(words)}`, canBegin: true });
  });

  it('for every tool', () => {
    expect(new Set(CASES.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
  });

  it('for a tool alone, and after a repair by options', () => {
    expect(summary('buffer', {}, { repairs: false, hasRepairOptions: true })?.words).toBe('Buffer by 100\u00a0m.');
    expect(summary('buffer', {}, { hasRepairOptions: true })?.words).toBe('Repair with your options, then buffer by 100\u00a0m.');
  });

  it('with what is wrong, as long as it cannot begin', () => {
    expect(summary('extract', {})).toEqual({ words: 'Repair, then extract features. Say what to extract: a condition, a box or a file with areas.', canBegin: false });
    expect(summary('buffer', { distance: '1.000' })).toEqual({ words: 'Repair, then buffer geometry. Is it a thousand or a fraction? Write 1000 or 1.', canBegin: false });
  });

  it('without a tool by the choice between a repair and a check', () => {
    expect(workSummary({ repairs: true, chosen: undefined }, true)).toBeUndefined();
  });
});
