import { LONGLAT, albers, belts, cone, plainDatum, tmerc, utmZones } from './families.ts';
import type { NationalGroup } from './families.ts';

const GRS80 = '+ellps=GRS80';
const WGS84 = '+ellps=WGS84';

/** Systems of Africa, Asia and Oceania, and of the whole world and its poles. */
export const ELSEWHERE: readonly NationalGroup[] = [
  // Africa, Asia and Oceania.
  [plainDatum('Hartebeesthoek94', WGS84), [
    [4148, 'Hartebeesthoek94', LONGLAT],
  ]],
  [plainDatum('Moznet', WGS84), [
    [4130, 'Moznet', LONGLAT],
    ...utmZones('Moznet', 3036, 'S', 36, 37),
  ]],
  [plainDatum('RGR92', GRS80), [
    [4627, 'RGR92', LONGLAT],
    ...utmZones('RGR92', 2975, 'S', 40, 40),
  ]],
  [plainDatum('WGS 84', WGS84), [
    [7755, 'WGS 84 / India NSF LCC', cone(24, 80, 12.472955, 35.1728044444444, 4e6, 4e6)],
  ]],
  [plainDatum('China Geodetic Coordinate System 2000', GRS80), [
    [4490, 'China Geodetic Coordinate System 2000', LONGLAT],
    ...belts(4534, 21, (index) => `CGCS2000 / 3-degree Gauss-Kruger CM ${3 * index + 75}E`, (index) => tmerc(3 * index + 75, 1, 500_000, 0)),
  ]],
  [plainDatum('JGD2000', GRS80), [
    [4612, 'JGD2000', LONGLAT],
    ...utmZones('JGD2000', 3097, 'N', 51, 55),
  ]],
  [plainDatum('JGD2011', GRS80), [
    [6668, 'JGD2011', LONGLAT],
    ...utmZones('JGD2011', 6688, 'N', 51, 55),
  ]],
  [plainDatum('Korea 2000', GRS80), [
    [4737, 'Korea 2000', LONGLAT],
    [5179, 'Korea 2000 / Unified CS', tmerc(127.5, 0.9996, 1e6, 2e6, 38)],
    [5186, 'Korea 2000 / Central Belt 2010', tmerc(127, 1, 200_000, 600_000, 38)],
  ]],
  [plainDatum('TWD97', GRS80), [
    [3824, 'TWD97', LONGLAT],
    [3825, 'TWD97 / TM2 zone 119', tmerc(119, 0.9999, 250_000, 0)],
    [3826, 'TWD97 / TM2 zone 121', tmerc(121, 0.9999, 250_000, 0)],
  ]],
  [plainDatum('SVY21', WGS84), [
    [4757, 'SVY21', LONGLAT],
    [3414, 'SVY21 / Singapore TM', tmerc(103.833333333333, 1, 28_001.642, 38_744.572, 1.36666666666667)],
  ]],
  [plainDatum('DGN95', WGS84), [
    [4755, 'DGN95', LONGLAT],
    ...utmZones('DGN95', 23866, 'N', 46, 52),
    ...utmZones('DGN95', 23877, 'S', 47, 54),
  ]],
  [plainDatum('GDA94', GRS80), [
    [4283, 'GDA94', LONGLAT],
    ...belts(28348, 11, (index) => `GDA94 / MGA zone ${index + 48}`, (index) => `+proj=utm +zone=${index + 48} +south`),
    [3577, 'GDA94 / Australian Albers', albers(0, 132, -18, -36, 0, 0)],
    [3111, 'GDA94 / Vicgrid', cone(-37, 145, -36, -38, 2.5e6, 2.5e6)],
  ]],
  [plainDatum('GDA2020', GRS80), [
    [7844, 'GDA2020', LONGLAT],
    ...belts(7846, 14, (index) => `GDA2020 / MGA zone ${index + 46}`, (index) => `+proj=utm +zone=${index + 46} +south`),
    [9473, 'GDA2020 / Australian Albers', albers(0, 132, -18, -36, 0, 0)],
  ]],
  [plainDatum('NZGD2000', GRS80), [
    [4167, 'NZGD2000', LONGLAT],
    [2193, 'NZGD2000 / New Zealand Transverse Mercator 2000', tmerc(173, 0.9996, 1.6e6, 1e7)],
  ]],
  // The world, and its poles.
  [plainDatum('WGS 84', WGS84), [
    [6933, 'WGS 84 / NSIDC EASE-Grid 2.0 Global', '+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0'],
    [4087, 'WGS 84 / World Equidistant Cylindrical', '+proj=eqc +lat_ts=0 +lat_0=0 +lon_0=0 +x_0=0 +y_0=0'],
    [3832, 'WGS 84 / PDC Mercator', '+proj=merc +lon_0=150 +k=1 +x_0=0 +y_0=0'],
    [8857, 'WGS 84 / Equal Earth Greenwich', '+proj=eqearth +lon_0=0 +x_0=0 +y_0=0'],
    [3031, 'WGS 84 / Antarctic Polar Stereographic', '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0'],
    [3995, 'WGS 84 / Arctic Polar Stereographic', '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0'],
    [3413, 'WGS 84 / NSIDC Sea Ice Polar Stereographic North', '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0'],
  ]],
];
