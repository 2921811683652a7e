import { describe, expect, test } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../testing/growth.ts';
import { heightSystemIn, horizontalPart, parseWkt } from '../src/well-known-text.ts';

const HORIZONTAL = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

test('the horizontal system of a compound text is as written', () => {
  for (const text of [HORIZONTAL, `\uFEFF ${HORIZONTAL}`, `COMPD_CS["both, ""]", ${HORIZONTAL} ,VERT_CS["a",UNIT["m",1]]]`]) {
    const root = parseWkt(text);
    expect(root === null ? null : horizontalPart(root)?.text).toBe(HORIZONTAL);
  }
});

test('zeros that a program has filled the file up with are ignored, and a text full of them is read in a time that grows with its length', async () => {
  expect(parseWkt(`${HORIZONTAL}${'\0'.repeat(100)}`)?.text).toBe(HORIZONTAL);
  expect(await growthOf((share) => expect(parseWkt(`${'\0'.repeat(80_000 * share)}x`)).toBeNull())).toBeLessThan(IN_PROPORTION);
});

test('a text nested deeper than any definition is malformed, and its length ends no stack', () => {
  expect(parseWkt(`${'A['.repeat(32)}1${']'.repeat(32)}`)).not.toBeNull();
  for (const depth of [40, 60_000]) expect(parseWkt(`${'A['.repeat(depth)}1${']'.repeat(depth)}`)).toBeNull();
});

describe('the vertical system of a text', () => {
  test.for([
    ['of the first generation', `COMPD_CS["WGS 84 + EGM96",${HORIZONTAL},VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1]]]`, 'EGM96 height'],
    ['of the second generation', 'COMPOUNDCRS["both",GEOGCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257223563]]],VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"]]]', 'EGM2008 height'],
    ['inside another wrapper', `BOUNDCRS[SOURCECRS[COMPOUNDCRS["both",${HORIZONTAL},VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"]]]]]`, 'EGM2008 height'],
    ['after the text of ArcGIS', `${HORIZONTAL},\r\nVERTCS["EGM96_Geoid",VDATUM["EGM96_Geoid"],UNIT["Meter",1.0]]`, 'EGM96_Geoid'],
    ['without a name', `${HORIZONTAL},VERTCS[VDATUM["EGM96_Geoid"]]`, 'unnamed'],
    ['of three dimensions', 'GEODCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,3],AXIS["Lat",north],AXIS["Lon",east],AXIS["h",up],ID["EPSG",4979]]', 'ellipsoidal height'],
    ['of three dimensions, of the first generation', HORIZONTAL.replace(/\]$/, ',AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AXIS["Ellipsoidal height",UP]]'), 'ellipsoidal height'],
    ['of three dimensions, of ArcGIS', 'GEOGCS["WGS_1984_3D",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433],LINUNIT["Meter",1.0]]', 'ellipsoidal height'],
    ['of three dimensions on another ellipsoid', 'GEOGCRS["ED50",DATUM["European Datum 1950",ELLIPSOID["International 1924",6378388,297]],CS[ellipsoidal,3]]', 'ellipsoidal height (International 1924)'],
    ['of two dimensions', 'GEOGCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],AXIS["Lat",north],AXIS["Lon",east]]', null],
    ['that is geocentric', 'GEODCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[Cartesian,3],AXIS["X",geocentricX],AXIS["Y",geocentricY],AXIS["Z",geocentricZ]]', null],
    ['that has none', HORIZONTAL, null],
    ['that goes on with other words', `${HORIZONTAL},nonsense`, null],
    ['that is none', 'WGS 84', null],
  ] as const)('%s', ([, text, expected]) => {
    expect(heightSystemIn(text)).toBe(expected);
  });
});
