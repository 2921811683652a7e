import { describe, expect, test } from 'vitest';
import { heightSystemIn, horizontalPart, parseWkt } from '../src/well-known-text.ts';

const HORIZONTAL = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';

test('the horizontal system of a text is as written', () => {
  for (const text of [HORIZONTAL, `\uFEFF ${HORIZONTAL}`, `COMPD_CS["both, ""]", ${HORIZONTAL} ,VERT_CS["a",UNIT["m",1]]]`]) {
    const root = parseWkt(text);
    expect(root === null ? null : horizontalPart(root)?.text).toBe(HORIZONTAL);
  }
});

describe('the system of heights in a text', () => {
  test.for([
    ['of the first generation', `COMPD_CS["WGS 84 + EGM96",${HORIZONTAL},VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1]]]`, 'EGM96 height'],
    ['of the second generation', 'COMPOUNDCRS["both",GEOGCRS["WGS 84",DATUM["WGS 84",ELLIPSOID["WGS 84",6378137,298.257223563]]],VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"]]]', 'EGM2008 height'],
    ['inside another wrapper', `BOUNDCRS[SOURCECRS[COMPOUNDCRS["both",${HORIZONTAL},VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"]]]]]`, 'EGM2008 height'],
    ['after the text of ArcGIS', `${HORIZONTAL},\r\nVERTCS["EGM96_Geoid",VDATUM["EGM96_Geoid"],UNIT["Meter",1.0]]`, 'EGM96_Geoid'],
    ['without a name', `${HORIZONTAL},VERTCS[VDATUM["EGM96_Geoid"]]`, 'unnamed'],
    ['that has none', HORIZONTAL, null],
    ['that goes on with other words', `${HORIZONTAL},nonsense`, null],
    ['that is none', 'WGS 84', null],
  ] as const)('%s', ([, text, expected]) => {
    expect(heightSystemIn(text)).toBe(expected);
  });
});
