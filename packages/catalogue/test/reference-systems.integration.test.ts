import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { hasGdal } from '../../../testing/gdal.ts';
import { knownCodes } from '../src/publishing/brazilian-systems.ts';
import { transformationFrom } from '../src/publishing/transformation.ts';

if (!hasGdal) console.warn('GDAL is not installed: reference systems are not held against PROJ.');

/** Where a system is used, so that every zone is tried inside of itself. */
function placeIn(code: number): [longitude: number, latitude: number] {
  const zoneOf: readonly (readonly [first: number, last: number, zone: number, latitude: number])[] = [
    [32601, 32660, 1, 8], [32701, 32760, 1, -12], [31965, 31976, 11, 4], [31977, 31985, 17, -12], [6210, 6211, 23, 2], [29168, 29172, 18, 4], [29187, 29195, 17, -12], [22521, 22525, 21, -18], [5858, 5858, 22, -12], [5875, 5877, 18, -8],
  ];
  const row = zoneOf.find(([first, last]) => code >= first && code <= last);
  if (row === undefined) return [-47.25, -15.75];
  const [first, , zone, latitude] = row;
  return [-183 + 6 * (zone + code - first) + 1.5, latitude];
}

/** Codes that the installed PROJ knows, with the place by its reckoning. */
function placesByProj(code: number, [longitude, latitude]: readonly [number, number]): [number, number] | null {
  const authority = code > 100_000 ? 'ESRI' : 'EPSG';
  const { stdout, status } = spawnSync('gdaltransform', ['-s_srs', 'OGC:CRS84', '-t_srs', `${authority}:${code}`, '-output_xy'], { input: `${longitude} ${latitude}\n`, encoding: 'utf8' });
  const [x, y] = stdout.trim().split(/\s+/).map(Number);
  return status === 0 && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

describe.skipIf(!hasGdal)('reference systems as PROJ has them', () => {
  // Where a datum lies is known to some metres only, and PROJ may choose another shift than the one of IBGE.
  const OLD_DATUM_METRES = 12;
  test('every code of the table gives back the place that PROJ put in', () => {
    let tried = 0;
    for (const code of knownCodes().filter((each) => !(each > 32601 && each < 32760 && each % 7 !== 0))) {
      const place = placeIn(code);
      const projected = placesByProj(code, place);
      if (projected === null) continue;
      tried++;
      const name = `${code > 100_000 ? 'ESRI' : 'EPSG'}:${code}`;
      const back = transformationFrom({ name, code: name, units: { kind: 'planar' }, metresPerUnit: 1 }, null, 'a')?.(...projected) ?? projected;
      const metres = Math.hypot((back[0] - place[0]) * 111_320 * Math.cos((place[1] * Math.PI) / 180), (back[1] - place[1]) * 110_574);
      const isOld = [4618, 5527, 29101, 5530, 4225, 102015, 102033, 5858, 5875, 5876, 5877].includes(code) || (code >= 29168 && code <= 29195) || (code >= 22521 && code <= 22525);
      expect(`${name} ${metres < (isOld ? OLD_DATUM_METRES : 0.01) ? 'agrees' : `is ${metres} m away`}`).toBe(`${name} agrees`);
    }
    expect(tried).toBeGreaterThan(50);
  });
});
