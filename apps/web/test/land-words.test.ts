import { transferWords } from '@geoinsights/contract';
import type { FINDING_WEIGHTS } from '@geoinsights/contract';
import { expect, it } from 'vitest';
import { findingSentence, layerChoices, nextWords, summarySentence, weightsSentence } from '../src/geotools/review/model/land-words.ts';
import { measuresOf } from '../src/geotools/review/model/measures.ts';
import { firstToShow } from '../src/geotools/review/model/first-to-show.ts';
import type { SheetAnswer } from '../src/geotools/review/model/messages.ts';
import { withUnits } from '../src/geotools/screen-texts/typeset.ts';

const METRES = measuresOf({ isGeographic: false, metresPerUnit: 1 });
const NONE: SheetAnswer['digest'] = { noticed: 0, emptied: [], emptiedCount: 0, largest: null, farthestM: 0 };

function sheetOf(digest: Partial<SheetAnswer['digest']>, weights: Partial<Record<(typeof FINDING_WEIGHTS)[number], number>> = {}): SheetAnswer {
  const { ownership = 0, shape = 0, cosmetic = 0 } = weights;
  return {
    dataset: 'farms', file: 'farms.kml', layer: 'farms', features: 9, isGeographic: false, metresPerUnit: 1, extent: null, vertices: { before: 0, after: 0 }, hasContext: false, changed: 1, changedDrawn: 1, kinds: [],
    findings: ownership + shape + cosmetic, weights: [['ownership', ownership], ['shape', shape], ['cosmetic', cosmetic]], digest: { ...NONE, ...digest },
  };
}

it('says of features how many changed, and never only how many', () => {
  const largest = { from: '1', of_m2: 1_190_000, to: '2', area_m2: 11_900 };
  expect(summarySentence(sheetOf({ largest, noticed: 1 }), false)).toBe('“1” gave 1.19\u00a0ha (1\u00a0% of it) to “2”, one feature changed by more than a square metre.');
  expect(summarySentence(sheetOf({ largest, noticed: 3, emptiedCount: 1 }), true)).toBe('“1” would give 1.19\u00a0ha (1\u00a0% of it) to “2”, one feature would end without land, three would change by more than a square metre.');
  expect(summarySentence(sheetOf({ emptiedCount: 2, noticed: 2 }), false)).toBe('Two features ended without land, two changed by more than a square metre.');
  expect(summarySentence(sheetOf({}), false)).toBe('No feature changed by more than a square metre.');
});

it('tells one finding in the singular, and several in the plural', () => {
  expect(weightsSentence(sheetOf({}))).toBe('Nothing was found in this layer.');
  expect(weightsSentence(sheetOf({}, { cosmetic: 1 }))).toBe('The only finding is cosmetic: nothing wider than the snap distance.');
  expect(weightsSentence(sheetOf({}, { cosmetic: 400 }))).toBe('All 400 findings are cosmetic: nothing wider than the snap distance.');
  expect(weightsSentence(sheetOf({}, { ownership: 1 }))).toBe('1 finding of ownership, 0 of shape.');
  expect(weightsSentence(sheetOf({}, { ownership: 2, shape: 1, cosmetic: 1 }))).toBe('2 findings of ownership, 1 of shape; 1 more is cosmetic and is counted separately.');
  expect(weightsSentence(sheetOf({}, { shape: 1, cosmetic: 1200 }))).toBe('0 findings of ownership, 1 of shape; 1,200 more are cosmetic and are counted separately.');
  // The page of the repair counts faults only.
  const kinds = (transfers: number): SheetAnswer => ({ ...sheetOf({}, { ownership: 587 }), kinds: [['overlap', 587 - transfers], ['transfer', transfers]] });
  expect(weightsSentence(kinds(1))).toBe('587 findings of ownership, 0 of shape. Of those of ownership, 1 is land that changes hands, which is not counted as a fault.');
  expect(weightsSentence(kinds(2))).toBe('587 findings of ownership, 0 of shape. Of those of ownership, 2 are land that changes hands, which is not counted as a fault.');
});

it('counts on the button what follows, and nothing on the last page', () => {
  expect([nextWords(25, 0, 10), nextWords(25, 10, 10), nextWords(25, 20, 10), nextWords(11, 0, 10)]).toEqual(['Next 10', 'Next 5', 'Next', 'Next 1']);
});

it('an area is the same in the list of findings as in the first lines of the report', () => {
  const row = { finding: 0, weight: 'ownership', kind: 'overlap', action: 'overlap-assigned', reason: null, position: 1, label: 'A', other: 2, otherLabel: 'B', receivedBy: 2, receiverLabel: 'B', areaM2: 57_934, at: null, extent: null } as const;
  expect(findingSentence(row, METRES)).toBe('Overlap between “A” and “B”, 5.79\u00a0ha, given to “B”');
  expect(findingSentence({ ...row, otherLabel: 'A', receiverLabel: 'A' }, METRES)).toBe('Overlap between “A” (number 1) and “A” (number 2), 5.79\u00a0ha, given to “A” (number 2)');
  expect(transferWords({ feature: 0, label: 'A', other: 1, other_label: 'B', lost: 57_934, area: 57_934 }, 'metre')).toBe('"A" loses 5.79 ha, the largest part to "B"');
  expect(findingSentence({ ...row, areaM2: 3712.6 }, METRES)).toContain(', 3,713\u00a0m², ');
  expect([57_934, 9315.4, 0.04567].map((area) => METRES.bothAreas(area))).toEqual(['57,934 m² (5.79 ha)', '9,315 m²', '0.0457 m²'].map(withUnits));
});

it('has the unit of the report\'s other sentences where the file does not say how long it is, and metres on the ground for degrees', () => {
  const largest = { from: 'A', of_m2: 10_000, to: 'B', area_m2: 100 };
  const plain = { ...sheetOf({ largest, noticed: 1 }), metresPerUnit: null };
  expect(summarySentence(plain, false)).toBe('“A” gave 100\u00a0units² (1\u00a0% of it) to “B”, one feature changed by more than 1\u00a0unit².');
  expect(withUnits(transferWords({ feature: 0, label: 'A', other: 1, other_label: 'B', lost: 57_934, area: 57_934 }, 'coordinate unit'))).toBe(`"A" loses ${measuresOf(plain).area(57_934)}, the largest part to "B"`);
  expect([measuresOf(plain).area(1), measuresOf(plain).distance(1), measuresOf(plain).distance(0.25)]).toEqual(['1 unit²', '1 unit', '0.25 units'].map(withUnits));
  expect(measuresOf({ isGeographic: true, metresPerUnit: null })).toBe(METRES);
  expect(measuresOf({ isGeographic: false, metresPerUnit: 0.3048 })).toBe(METRES);
});

it.each([
  ['the first where nothing was found', [sheetOf({}), sheetOf({})], 0],
  ['the first where something was found', [sheetOf({}), sheetOf({}, { cosmetic: 3 }), sheetOf({}, { cosmetic: 9 })], 1],
  ['the first where land changes hands', [sheetOf({}, { cosmetic: 3 }), sheetOf({}, { shape: 1 }), sheetOf({}, { ownership: 1 })], 2],
  ['the one that the report says to look at first', [sheetOf({}, { ownership: 9 }), { ...sheetOf({}, { ownership: 1 }), kinds: [['transfer', 1]] as [string, number][] }], 1],
])('of several layers shows %s', (_what, sheets, first) => {
  expect(firstToShow(sheets)).toBe(first);
});

it('names the file of a layer only where two would be called the same', () => {
  const of = (file: string, layer: string) => ({ dataset: file.slice(0, file.indexOf('.')), file, layer });
  expect(layerChoices([of('farm.kml', 'farm'), of('farm.gpkg', 'farm'), of('farm.gpkg', 'lots'), of('b.shp', 'b')])).toEqual(['farm (farm.kml)', 'farm (farm.gpkg)', 'farm: lots', 'b']);
});

it('names the layers of one file without the folders that all of them are in', () => {
  const of = (...layers: string[]) => layers.map((layer) => ({ dataset: 'farm', file: 'farm.kml', layer }));
  expect(layerChoices(of('farm.kml / Farm / Reserve', 'farm.kml / Farm / Paths', 'farm.kml / Farm'))).toEqual(['Farm / Reserve', 'Farm / Paths', 'Farm']);
  expect(layerChoices(of('farm.kml / Reserve', 'farm.kml / Paths'))).toEqual(['Reserve', 'Paths']);
  expect(layerChoices(of('lots', 'owners'))).toEqual(['lots', 'owners']);
  expect(layerChoices(of('farm.kml / Reserve', 'farm.kml / Reserve'))).toEqual(['Reserve (farm.kml)', 'Reserve (farm.kml)']);
  expect(layerChoices([])).toEqual([]);
});
