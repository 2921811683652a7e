import { LONGLAT, albers, belts, cone, plainDatum, tmerc, utmZones } from './families.ts';
import type { NationalGroup, PlaneOf } from './families.ts';

const GRS80 = '+ellps=GRS80';
const WGS84 = '+ellps=WGS84';

const MAGNA_LATITUDE = 4.59620041666667;
const magna = (code: number, zone: string, meridian: number): PlaneOf => [code, `MAGNA-SIRGAS / Colombia ${zone} zone`, tmerc(meridian, 1, 1e6, 1e6, MAGNA_LATITUDE)];
const argentine = (code: number, datum: string): PlaneOf[] => belts(code, 7, (index) => `${datum} / Argentina ${index + 1}`, (index) => tmerc(3 * index - 72, 1, 1e6 * index + 1.5e6, 0, -90));

/** Systems of the Americas besides those of Brazil. */
export const AMERICAS: readonly NationalGroup[] = [
  // South America.
  [plainDatum('MAGNA-SIRGAS', GRS80), [
    [4686, 'MAGNA-SIRGAS', LONGLAT],
    magna(3114, 'Far West', -80.0775079166667),
    magna(3115, 'West', -77.0775079166667),
    magna(3116, 'Bogota', -74.0775079166667),
    magna(3117, 'East Central', -71.0775079166667),
    magna(3118, 'East', -68.0775079166667),
    [9377, 'MAGNA-SIRGAS / Origen-Nacional', tmerc(-73, 0.9992, 5e6, 2e6, 4)],
  ]],
  [plainDatum('POSGAR 94', WGS84), [
    [4694, 'POSGAR 94', LONGLAT],
    ...argentine(22181, 'POSGAR 94'),
  ]],
  [plainDatum('POSGAR 98', GRS80), [
    [4190, 'POSGAR 98', LONGLAT],
    ...argentine(22171, 'POSGAR 98'),
  ]],
  [plainDatum('POSGAR 2007', WGS84), [
    [5340, 'POSGAR 2007', LONGLAT],
    ...argentine(5343, 'POSGAR 2007'),
  ]],
  [plainDatum('SIRGAS-Chile 2002', GRS80), [
    [5360, 'SIRGAS-Chile 2002', LONGLAT],
    ...utmZones('SIRGAS-Chile 2002', 5361, 'S', 19, 19),
    ...utmZones('SIRGAS-Chile 2002', 5362, 'S', 18, 18),
  ]],
  [plainDatum('SIRGAS-Chile 2013', GRS80), [
    [9148, 'SIRGAS-Chile 2013', LONGLAT],
    ...utmZones('SIRGAS-Chile 2013', 9149, 'S', 18, 19),
  ]],
  [plainDatum('SIRGAS-Chile 2016', GRS80), [
    [9153, 'SIRGAS-Chile 2016', LONGLAT],
    ...utmZones('SIRGAS-Chile 2016', 9154, 'S', 18, 19),
  ]],
  [plainDatum('Peru96', GRS80), [
    [5373, 'Peru96', LONGLAT],
    ...utmZones('Peru96', 5387, 'S', 18, 18),
    ...utmZones('Peru96', 5388, 'S', 17, 17),
    ...utmZones('Peru96', 5389, 'S', 19, 19),
  ]],
  [plainDatum('SIRGAS-ROU98', WGS84), [
    [5381, 'SIRGAS-ROU98', LONGLAT],
    ...utmZones('SIRGAS-ROU98', 5382, 'S', 21, 22),
  ]],
  [plainDatum('MARGEN', GRS80), [
    [5354, 'MARGEN', LONGLAT],
    ...utmZones('MARGEN', 5355, 'S', 20, 20),
    ...utmZones('MARGEN', 5356, 'S', 19, 19),
    ...utmZones('MARGEN', 5357, 'S', 21, 21),
  ]],
  [plainDatum('REGVEN', GRS80), [
    [4189, 'REGVEN', LONGLAT],
    ...utmZones('REGVEN', 2201, 'N', 18, 20),
  ]],
  [plainDatum('RGFG95', GRS80), [
    [4624, 'RGFG95', LONGLAT],
    ...utmZones('RGFG95', 2972, 'N', 22, 22),
  ]],
  // Central and North America.
  [plainDatum('Mexico ITRF92', GRS80), [
    [4483, 'Mexico ITRF92', LONGLAT],
    ...utmZones('Mexico ITRF92', 4484, 'N', 11, 16),
    [6362, 'Mexico ITRF92 / LCC', cone(12, -102, 17.5, 29.5, 2.5e6, 0)],
  ]],
  [plainDatum('Mexico ITRF2008', GRS80), [
    [6365, 'Mexico ITRF2008', LONGLAT],
    ...utmZones('Mexico ITRF2008', 6366, 'N', 11, 16),
    [6372, 'Mexico ITRF2008 / LCC', cone(12, -102, 17.5, 29.5, 2.5e6, 0)],
  ]],
  [plainDatum('CR05', WGS84), [
    [5365, 'CR05', LONGLAT],
    [5367, 'CR05 / CRTM05', tmerc(-84, 0.9999, 500_000, 0)],
  ]],
  [plainDatum('CR-SIRGAS', GRS80), [
    [8907, 'CR-SIRGAS', LONGLAT],
    [8908, 'CR-SIRGAS / CRTM05', tmerc(-84, 0.9999, 500_000, 0)],
  ]],
  [plainDatum('RGAF09', GRS80), [
    [5489, 'RGAF09', LONGLAT],
    ...utmZones('RGAF09', 5490, 'N', 20, 20),
  ]],
  [plainDatum('NAD83', GRS80), [
    [4269, 'NAD83', LONGLAT],
    ...utmZones('NAD83', 26901, 'N', 1, 23),
    [5070, 'NAD83 / Conus Albers', albers(23, -96, 29.5, 45.5, 0, 0)],
    [3310, 'NAD83 / California Albers', albers(0, -120, 34, 40.5, 0, -4e6)],
    [3978, 'NAD83 / Canada Atlas Lambert', cone(49, -95, 49, 77, 0, 0)],
    [3347, 'NAD83 / Statistics Canada Lambert', cone(63.390675, -91.8666666666667, 49, 77, 6.2e6, 3e6)],
    [3005, 'NAD83 / BC Albers', albers(45, -126, 50, 58.5, 1e6, 0)],
    [3400, 'NAD83 / Alberta 10-TM (Forest)', tmerc(-115, 0.9992, 500_000, 0)],
    [32198, 'NAD83 / Quebec Lambert', cone(44, -68.5, 60, 46, 0, 0)],
  ]],
  [plainDatum('NAD83(CSRS)', GRS80), [
    [4617, 'NAD83(CSRS)', LONGLAT],
    ...utmZones('NAD83(CSRS)', 2955, 'N', 11, 13),
    ...utmZones('NAD83(CSRS)', 2958, 'N', 17, 21),
    ...utmZones('NAD83(CSRS)', 3154, 'N', 7, 10),
    ...utmZones('NAD83(CSRS)', 3158, 'N', 14, 16),
    [3979, 'NAD83(CSRS) / Canada Atlas Lambert', cone(49, -95, 49, 77, 0, 0)],
    [3153, 'NAD83(CSRS) / BC Albers', albers(45, -126, 50, 58.5, 1e6, 0)],
  ]],
  [plainDatum('NAD83(2011)', GRS80), [
    [6318, 'NAD83(2011)', LONGLAT],
    [6350, 'NAD83(2011) / Conus Albers', albers(23, -96, 29.5, 45.5, 0, 0)],
  ]],
];
