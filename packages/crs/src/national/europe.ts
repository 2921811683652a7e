import { LONGLAT, belts, cone, plainDatum, shiftedDatum, tmerc, utmZones } from './families.ts';
import type { NationalGroup, PlaneOf } from './families.ts';

const GRS80 = '+ellps=GRS80';
const BESSEL = '+ellps=bessel';
const INTERNATIONAL = '+ellps=intl';
/** Of Ireland: Airy's, modified. */
const AIRY_OF_IRELAND = '+a=6377340.189 +rf=299.3249646';

const swiss = (easting: number, northing: number): string => `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=${easting} +y_0=${northing}`;
const austrian = (code: number, belt: string, meridian: number, easting: number): PlaneOf => [code, `MGI / Austria GK ${belt}`, tmerc(meridian, 1, easting, -5e6)];
const swedish = (code: number, name: string, meridian: number): PlaneOf => [code, `SWEREF99 ${name}`, tmerc(meridian, 1, 150_000, 0)];

/** Systems of Europe. */
export const EUROPE: readonly NationalGroup[] = [
  [plainDatum('ETRS89', GRS80), [
    [4258, 'ETRS89', LONGLAT],
    ...utmZones('ETRS89', 25828, 'N', 28, 38),
    [3035, 'ETRS89-extended / LAEA Europe', '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000'],
    [3034, 'ETRS89-extended / LCC Europe', cone(52, 10, 35, 65, 4e6, 2.8e6)],
    [3812, 'ETRS89 / Belgian Lambert 2008', cone(50.797815, 4.35921583333333, 49.8333333333333, 51.1666666666667, 649_328, 665_262)],
    [3447, 'ETRS89 / Belgian Lambert 2005', cone(50.797815, 4.35921583333333, 49.8333333333333, 51.1666666666667, 150_328, 166_262)],
    [3763, 'ETRS89 / Portugal TM06', tmerc(-8.13310833333333, 1, 0, 0, 39.6682583333333)],
    [3067, 'ETRS89 / TM35FIN(E,N)', '+proj=utm +zone=35'],
    ...belts(3873, 13, (index) => `ETRS89 / GK${index + 19}FIN`, (index) => tmerc(index + 19, 1, 1e6 * (index + 19) + 500_000, 0)),
  ]],
  [plainDatum('RGF93 v1', GRS80), [
    [4171, 'RGF93 v1', LONGLAT],
    [2154, 'RGF93 v1 / Lambert-93', cone(46.5, 3, 49, 44, 700_000, 6.6e6)],
    ...belts(3942, 9, (index) => `RGF93 v1 / CC${index + 42}`, (index) => cone(index + 42, 3, index + 41.25, index + 42.75, 1.7e6, 1e6 * index + 1.2e6)),
  ]],
  [plainDatum('RGF93 v2b', GRS80), [
    [9782, 'RGF93 v2b', LONGLAT],
    [9794, 'RGF93 v2b / Lambert-93', cone(46.5, 3, 49, 44, 700_000, 6.6e6)],
  ]],
  [shiftedDatum('OSGB36', '+ellps=airy', '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489', 'EPSG:1314', 2), [
    [4277, 'OSGB36', LONGLAT],
    [27700, 'OSGB36 / British National Grid', tmerc(-2, 0.9996012717, 400_000, -100_000, 49)],
  ]],
  [plainDatum('IRENET95', GRS80), [
    [4173, 'IRENET95', LONGLAT],
    [2157, 'IRENET95 / Irish Transverse Mercator', tmerc(-8, 0.99982, 600_000, 750_000, 53.5)],
  ]],
  [shiftedDatum('TM65', AIRY_OF_IRELAND, '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15', 'EPSG:1641', 1), [
    [29902, 'TM65 / Irish Grid', tmerc(-8, 1.000035, 200_000, 250_000, 53.5)],
  ]],
  [shiftedDatum('TM75', AIRY_OF_IRELAND, '482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15', 'EPSG:1954', 1), [
    [29903, 'TM75 / Irish Grid', tmerc(-8, 1.000035, 200_000, 250_000, 53.5)],
  ]],
  [shiftedDatum('Amersfoort', BESSEL, '565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725', 'EPSG:4833', 1), [
    [4289, 'Amersfoort', LONGLAT],
    [28992, 'Amersfoort / RD New', '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000'],
  ]],
  [shiftedDatum('BD72', INTERNATIONAL, '-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747', 'EPSG:15929', 1), [
    [4313, 'BD72', LONGLAT],
    [31370, 'BD72 / Belgian Lambert 72', cone(90, 4.36748666666667, 51.1666672333333, 49.8333339, 150_000.013, 5_400_088.438)],
  ]],
  [shiftedDatum('MGI', BESSEL, '577.326,90.129,463.919,5.137,1.474,5.297,2.4232', 'EPSG:1618', 1.5), [
    [4312, 'MGI', LONGLAT],
    austrian(31254, 'West', 10.3333333333333, 0),
    austrian(31255, 'Central', 13.3333333333333, 0),
    austrian(31256, 'East', 16.3333333333333, 0),
    austrian(31257, 'M28', 10.3333333333333, 150_000),
    austrian(31258, 'M31', 13.3333333333333, 450_000),
    austrian(31259, 'M34', 16.3333333333333, 750_000),
    [31287, 'MGI / Austria Lambert', cone(47.5, 13.3333333333333, 49, 46, 400_000, 400_000)],
  ]],
  [shiftedDatum('CH1903+', BESSEL, '674.374,15.056,405.346,0,0,0,0', 'EPSG:1676', 1), [
    [4150, 'CH1903+', LONGLAT],
    [2056, 'CH1903+ / LV95', swiss(2.6e6, 1.2e6)],
  ]],
  [shiftedDatum('CH1903', BESSEL, '674.374,15.056,405.346,0,0,0,0', 'EPSG:1766', 1.5), [
    [4149, 'CH1903', LONGLAT],
    [21781, 'CH1903 / LV03', swiss(600_000, 200_000)],
  ]],
  [plainDatum('RDN2008', GRS80), [
    [6706, 'RDN2008', LONGLAT],
    ...utmZones('RDN2008', 7791, 'N', 32, 34),
    [7794, 'RDN2008 / Italy zone (E-N)', tmerc(12, 0.9985, 7e6, 0)],
    [7795, 'RDN2008 / Zone 12 (E-N)', tmerc(12, 1, 3e6, 0)],
  ]],
  [plainDatum('REGCAN95', GRS80), [
    [4081, 'REGCAN95', LONGLAT],
    ...utmZones('REGCAN95', 4083, 'N', 28, 28),
  ]],
  [plainDatum('PTRA08', GRS80), [
    [5013, 'PTRA08', LONGLAT],
    ...utmZones('PTRA08', 5014, 'N', 25, 26),
    ...utmZones('PTRA08', 5016, 'N', 28, 28),
  ]],
  [plainDatum('ETRF2000-PL', GRS80), [
    [9702, 'ETRF2000-PL', LONGLAT],
    [2180, 'ETRF2000-PL / CS92', tmerc(19, 0.9993, 500_000, -5.3e6)],
    ...belts(2176, 4, (index) => `ETRF2000-PL / CS2000/${3 * index + 15}`, (index) => tmerc(3 * index + 15, 0.999923, 1e6 * index + 5.5e6, 0)),
  ]],
  [shiftedDatum('HD72', '+ellps=GRS67', '52.17,-71.82,-14.9,0,0,0,0', 'EPSG:1242', 1), [
    [4237, 'HD72', LONGLAT],
    [23700, 'HD72 / EOV', '+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000'],
  ]],
  [plainDatum('Slovenia 1996', GRS80), [
    [4765, 'Slovenia 1996', LONGLAT],
    [3794, 'Slovenia 1996 / Slovene National Grid', tmerc(15, 0.9999, 500_000, -5e6)],
  ]],
  [plainDatum('HTRS96', GRS80), [
    [4761, 'HTRS96', LONGLAT],
    [3765, 'HTRS96 / Croatia TM', tmerc(16.5, 0.9999, 500_000, 0)],
  ]],
  [shiftedDatum('GGRS87', GRS80, '-199.87,74.79,246.62,0,0,0,0', 'EPSG:1272', 1), [
    [4121, 'GGRS87', LONGLAT],
    [2100, 'GGRS87 / Greek Grid', tmerc(24, 0.9996, 500_000, 0)],
  ]],
  [plainDatum('SWEREF99', GRS80), [
    [4619, 'SWEREF99', LONGLAT],
    [3006, 'SWEREF99 TM', '+proj=utm +zone=33'],
    swedish(3007, '12 00', 12),
    swedish(3008, '13 30', 13.5),
    swedish(3009, '15 00', 15),
    swedish(3010, '16 30', 16.5),
    swedish(3011, '18 00', 18),
    swedish(3012, '14 15', 14.25),
    swedish(3013, '15 45', 15.75),
    swedish(3014, '17 15', 17.25),
    swedish(3015, '18 45', 18.75),
    swedish(3016, '20 15', 20.25),
    swedish(3017, '21 45', 21.75),
    swedish(3018, '23 15', 23.25),
  ]],
  [plainDatum('EST97', GRS80), [
    [4180, 'EST97', LONGLAT],
    [3301, 'Estonian Coordinate System of 1997', cone(57.5175539305556, 24, 59.3333333333333, 58, 500_000, 6.375e6)],
  ]],
  [plainDatum('LKS92', GRS80), [
    [4661, 'LKS92', LONGLAT],
    [3059, 'LKS92 / Latvia TM', tmerc(24, 0.9996, 500_000, -6e6)],
  ]],
  [plainDatum('LKS94', GRS80), [
    [4669, 'LKS94', LONGLAT],
    [3346, 'LKS94 / Lithuania TM', tmerc(24, 0.9998, 500_000, 0)],
  ]],
  [plainDatum('ISN93', GRS80), [
    [4659, 'ISN93', LONGLAT],
    [3057, 'ISN93 / Lambert 1993', cone(65, -19, 64.25, 65.75, 500_000, 500_000)],
  ]],
  [plainDatum('ISN2016', GRS80), [
    [8086, 'ISN2016', LONGLAT],
    [8088, 'ISN2016 / Lambert 2016', cone(65, -19, 64.25, 65.75, 2.7e6, 300_000)],
  ]],
  [plainDatum('TUREF', GRS80), [
    [5252, 'TUREF', LONGLAT],
    ...belts(5253, 7, (index) => `TUREF / TM${3 * index + 27}`, (index) => tmerc(3 * index + 27, 1, 500_000, 0)),
  ]],
];
