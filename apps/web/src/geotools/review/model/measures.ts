import { areaWords, inEnglish, landWords, lengthWords, squareMetreDigits, unitOfLand, unitOfLength, unitWords } from '@geoinsights/contract/units';
import { withUnits } from '../../screen-texts/typeset.ts';
import type { SheetAnswer } from './messages.ts';

/** How the areas and distances of a layer are written. */
export interface Measures {
  /** `1.19 ha` */
  area(area: number): string;
  /** Both units, as in a land register: `1,290,300 m² (129.03 ha)`. */
  bothAreas(area: number): string;
  distance(distance: number): string;
  /** The unit of areas, for column heads. */
  readonly wholeUnit: string;
  /** As a number in the unit of the column. */
  wholeArea(area: number): string;
  readonly differenceUnit: string;
  /** An area below which a feature counts as unchanged. */
  readonly noticed: string;
}

const M2_PER_HA = 10_000;

const IN_METRES: Measures = bound({
  area: landWords,
  bothAreas: (area) => (Math.abs(area) >= M2_PER_HA ? `${squareMetreDigits(area)} m² (${landWords(area)})` : landWords(area)),
  distance: lengthWords,
  wholeUnit: 'ha',
  wholeArea: (area) => (area / M2_PER_HA).toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
  differenceUnit: 'm²',
  noticed: 'a square metre',
});

const UNKNOWN = 'coordinate unit';

/** As in the sentences of the report: areas in an unknown unit are not land. */
const IN_PLAIN_UNITS: Measures = bound({
  area: (area) => areaWords(area, UNKNOWN),
  bothAreas: (area) => areaWords(area, UNKNOWN),
  distance: (distance) => {
    const shown = Number(distance.toPrecision(3));
    return `${inEnglish(shown, 6)} ${unitWords(UNKNOWN, {}, shown)}`;
  },
  wholeUnit: 'units²',
  wholeArea: (area) => squareMetreDigits(area),
  differenceUnit: 'units²',
  noticed: '1\u00a0unit²',
});

/** No line ends between a number and its unit. */
function bound(measures: Measures): Measures {
  return {
    ...measures,
    area: (value) => withUnits(measures.area(value)),
    bothAreas: (value) => withUnits(measures.bothAreas(value)),
    distance: (value) => withUnits(measures.distance(value)),
  };
}

/** By the rule of the report's sentences. Its tolerances are in metres for degrees, else in the unit of the coordinates. */
export function measuresOf({ isGeographic, metresPerUnit }: Pick<SheetAnswer, 'isGeographic' | 'metresPerUnit'>): Measures {
  const unit = isGeographic ? 'metre' : unitOfLength(metresPerUnit);
  return unitOfLand(unit, { metres_per_unit: metresPerUnit }) === 'metre' ? IN_METRES : IN_PLAIN_UNITS;
}
