import { describe, expect, test } from 'vitest';
import { identifySystem } from '../src/identify.ts';

/** As ArcGIS writes a `.prj`, and later QGIS and GDAL. */
const ESRI_GEOGRAPHIC = 'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const ESRI_ZONE_22S = `PROJCS["SIRGAS_2000_UTM_Zone_22S",${ESRI_GEOGRAPHIC},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
/** As written by GDAL before 3, GeoServer and the `.qpj` of QGIS before 3, without codes. */
const OGC_GEOGRAPHIC = 'GEOGCS["SIRGAS 2000",DATUM["Sistema_de_Referencia_Geocentrico_para_America_del_Sur_2000",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],TOWGS84[0,0,0,0,0,0,0],AUTHORITY["EPSG","6674"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4674"]]';
const OGC_ZONE_22S = `PROJCS["SIRGAS 2000 / UTM zone 22S",${OGC_GEOGRAPHIC},PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-51],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",10000000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","31982"]]`;
/** As in GeoPackages and newer programs. */
const WKT2_ZONE_22S =
  'PROJCRS["SIRGAS 2000 / UTM zone 22S",BASEGEOGCRS["SIRGAS 2000",DATUM["Sistema de Referencia Geocentrico para las AmericaS 2000",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4674]],CONVERSION["UTM zone 22S",METHOD["Transverse Mercator",ID["EPSG",9807]],PARAMETER["Latitude of natural origin",0,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8801]],PARAMETER["Longitude of natural origin",-51,ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",8802]],PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1],ID["EPSG",8805]],PARAMETER["False easting",500000,LENGTHUNIT["metre",1],ID["EPSG",8806]],PARAMETER["False northing",10000000,LENGTHUNIT["metre",1],ID["EPSG",8807]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["metre",1]],AXIS["(N)",north,ORDER[2],LENGTHUNIT["metre",1]],ID["EPSG",31982]]';
/** As handheld receivers and older drawing programs name it. */
const PLAIN_ZONE_22S = ESRI_ZONE_22S.replace('SIRGAS_2000_UTM_Zone_22S', 'UTM Zone 22, Southern Hemisphere').replace('D_SIRGAS_2000', 'SIRGAS_2000').replace('GCS_SIRGAS_2000', 'GRS 1980(IUGG, 1980)');
const WEB_MERCATOR =
  'PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]';
const OF_GEOSERVER = `${WEB_MERCATOR.replace('WGS 84 / Pseudo-Mercator', 'WGS84 / Simple Mercator').replace('PARAMETER["central', 'PARAMETER["semi_minor",6378137.0],PARAMETER["latitude_of_origin",0.0],PARAMETER["central')}]`;
const FRENCH =
  'PROJCS["RGF93 / Lambert-93",GEOGCS["RGF93",DATUM["Reseau_Geodesique_Francais_1993",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",49],PARAMETER["standard_parallel_2",44],PARAMETER["latitude_of_origin",46.5],PARAMETER["central_meridian",3],PARAMETER["false_easting",700000],PARAMETER["false_northing",6600000],UNIT["metre",1],AUTHORITY["EPSG","2154"]]';

const identify = (wkt: string) => identifySystem({ name: 'the text decides', code: null, wkt });
const ZONE_22S = { code: 'EPSG:31982', name: 'SIRGAS 2000 / UTM zone 22S' };

describe('the system of a file is identified', () => {
  test.for([
    ["ArcGIS's text", ESRI_ZONE_22S, ZONE_22S],
    ["GDAL's text with codes", OGC_ZONE_22S, ZONE_22S],
    ['text of the second generation', WKT2_ZONE_22S, ZONE_22S],
    ['text without codes', OGC_ZONE_22S.replaceAll(/,AUTHORITY\["EPSG","\d+"\]/g, ''), ZONE_22S],
    ['a name that says only the zone', PLAIN_ZONE_22S, ZONE_22S],
    ['no name worth reading', ESRI_ZONE_22S.replace('SIRGAS_2000_UTM_Zone_22S', 'unnamed'), ZONE_22S],
    ['a name in Portuguese', ESRI_ZONE_22S.replace('SIRGAS_2000_UTM_Zone_22S', 'SIRGAS2000 / UTM fuso 22 Sul'), ZONE_22S],
    ['a height beside it', `COMPD_CS["SIRGAS 2000 / UTM zone 22S + height",${OGC_ZONE_22S},VERT_CS["height",VERT_DATUM["height",2005],UNIT["metre",1]]]`, ZONE_22S],
    ['lines, spaces and a mark of byte order', `\uFEFF${ESRI_ZONE_22S.replaceAll(',', ',\r\n    ')}\r\n`, ZONE_22S],
    ['degrees of SIRGAS 2000 by ArcGIS', ESRI_GEOGRAPHIC, { code: 'EPSG:4674', name: 'SIRGAS 2000' }],
    ['degrees of SIRGAS 2000 by GDAL', OGC_GEOGRAPHIC, { code: 'EPSG:4674', name: 'SIRGAS 2000' }],
    // The name alone says that it is not on the ellipsoid. PROJ goes by it, too.
    ['web Mercator without an extension', `${WEB_MERCATOR}]`, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ['web Mercator in the words of Esri', `${WEB_MERCATOR.replace('WGS 84 / Pseudo-Mercator', 'WGS_84_Pseudo_Mercator').replace('Mercator_1SP', 'Mercator')}]`, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ['web Mercator by GDAL', `${WEB_MERCATOR},EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]`, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ['web Mercator by the axes of its sphere, as GeoServer writes it', OF_GEOSERVER, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ['web Mercator by both of them', OF_GEOSERVER.replace('PARAMETER["semi_minor"', 'PARAMETER["semi_major",6378137.0],PARAMETER["semi_minor"').replace('"Mercator_1SP"', '"Mercator (1SP)"'), { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ["web Mercator by Google's name", `${WEB_MERCATOR.replace('WGS 84 / Pseudo-Mercator', 'Google Maps Global Mercator')}]`, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ['web Mercator by an extension in another order', `${WEB_MERCATOR.replace('WGS 84 / Pseudo-Mercator', 'Ours')},EXTENSION["PROJ4","+proj=merc +lon_0=0 +k=1.0 +x_0=0 +y_0=0 +b=6378137 +a=6378137.0 +units=m +no_defs"]]`, { code: 'EPSG:3857', name: 'WGS 84 / Pseudo-Mercator' }],
    ["the axes of its ellipsoid, repeated as GeoTools does", ESRI_ZONE_22S.replace('PARAMETER["False_Easting"', 'PARAMETER["semi_major",6378137.0],PARAMETER["semi_minor",6356752.314140356],PARAMETER["False_Easting"'), ZONE_22S],
    ['parameters in units of their own', WKT2_ZONE_22S.replace('500000,LENGTHUNIT["metre",1]', '500,LENGTHUNIT["kilometre",1000]').replace('-51,ANGLEUNIT["degree",0.0174532925199433]', '-0.890117918517108,ANGLEUNIT["radian",1]'), ZONE_22S],
    ['a code that is not in the table', FRENCH, { code: 'EPSG:2154', name: 'RGF93 / Lambert-93' }],
  ] as const)('by %s', ([, wkt, expected]) => {
    expect(identify(wkt)).toEqual(expected);
  });

  test('by a code without a text', () => {
    expect(identifySystem({ name: 'urn:ogc:def:crs:EPSG::31982', code: 'EPSG:31982' })).toEqual(ZONE_22S);
    expect(identifySystem({ name: 'EPSG:2154', code: 'EPSG:2154' })).toBeNull();
    expect(identifySystem({ name: 'unknown', code: null })).toBeNull();
  });
});

describe('a contradictory definition is not identified', () => {
  test.for([
    ['the name is of another zone', ESRI_ZONE_22S.replace('Zone_22S', 'Zone_23S')],
    ['the name is of the other hemisphere', ESRI_ZONE_22S.replace('Zone_22S', 'Zone_22N')],
    ['the name is of another datum', ESRI_ZONE_22S.replace('"SIRGAS_2000_UTM', '"SAD_1969_UTM')],
    ['the name is of another year', ESRI_ZONE_22S.replace('"SIRGAS_2000_UTM', '"SIRGAS_1995_UTM')],
    ['the code is of another zone', OGC_ZONE_22S.replace('"31982"', '"31983"')],
    ['the code is of no known system', OGC_ZONE_22S.replace('"31982"', '"29999"')],
    ['the code of its degrees is of another datum', OGC_ZONE_22S.replace('"4674"', '"4618"')],
    ['the meridian is of no zone', ESRI_ZONE_22S.replace('-51.0', '-52.0')],
    ['the meridian of a known code is another', OGC_ZONE_22S.replace('"central_meridian",-51', '"central_meridian",-51.5')],
    ['the false northing is missing', ESRI_ZONE_22S.replace('PARAMETER["False_Northing",10000000.0],', '')],
    ['the false northing is an empty text', ESRI_ZONE_22S.replace('"False_Northing",10000000.0', '"False_Northing",""').replace('22S', '22N')],
    ['the scale is another', ESRI_ZONE_22S.replace('0.9996', '1.0')],
    ['the scale is missing', ESRI_ZONE_22S.replace('PARAMETER["Scale_Factor",0.9996],', '')],
    ['the unit is the foot', ESRI_ZONE_22S.replace('UNIT["Meter",1.0]', 'UNIT["Foot",0.3048]')],
    ['the unit is missing', ESRI_ZONE_22S.replace(',UNIT["Meter",1.0]', '')],
    ['the ellipsoid is another', ESRI_ZONE_22S.replace('6378137.0,298.257222101', '6378160.0,298.25')],
    ['the ellipsoid is that of WGS 84', ESRI_ZONE_22S.replace('298.257222101', '298.257223563')],
    ['the ellipsoid is written too short to tell', ESRI_ZONE_22S.replace('298.257222101', '298.257')],
    ['the datum lies elsewhere', OGC_ZONE_22S.replace('TOWGS84[0,0,0,0,0,0,0]', 'TOWGS84[-67.35,3.88,-38.22,0,0,0,0]')],
    ['the prime meridian is not Greenwich', ESRI_ZONE_22S.replace('PRIMEM["Greenwich",0.0]', 'PRIMEM["Paris",2.337229]')],
    ['the degrees are grads', ESRI_ZONE_22S.replace('0.0174532925199433', '0.015707963267949')],
    ['the false easting is in feet', WKT2_ZONE_22S.replace('500000,LENGTHUNIT["metre",1]', '500000,LENGTHUNIT["foot",0.3048]')],
    ['the meridian is in grads', WKT2_ZONE_22S.replace('-51,ANGLEUNIT["degree",0.0174532925199433]', '-51,ANGLEUNIT["grad",0.015707963267949]')],
    ['its coordinates count to the south and to the west', OGC_ZONE_22S.replace('EAST', 'WEST').replace('NORTH', 'SOUTH')],
    ['its longitudes count to the west', `${OGC_GEOGRAPHIC.slice(0, -1)},AXIS["Latitude",NORTH],AXIS["Longitude",WEST]]`],
    ['its axes are those of another ellipsoid', ESRI_ZONE_22S.replace('PARAMETER["False_Easting"', 'PARAMETER["semi_minor",6356774.5],PARAMETER["False_Easting"')],
    ['its axes are those of a sphere', ESRI_ZONE_22S.replace('PARAMETER["False_Easting"', 'PARAMETER["semi_minor",6378137.0],PARAMETER["False_Easting"')],
    ["it is called Google's Mercator and has another scale", `${WEB_MERCATOR.replace('WGS 84 / Pseudo-Mercator', 'Google Mercator').replace('"scale_factor",1', '"scale_factor",0.9')}]`],
    ['there is a parameter that nobody knows', ESRI_ZONE_22S.replace('UNIT["Meter"', 'PARAMETER["Azimuth",12],UNIT["Meter"')],
    ['it is called web Mercator and has another scale', `${WEB_MERCATOR.replace('"scale_factor",1', '"scale_factor",0.9')}]`],
    ['the text is cut off', ESRI_ZONE_22S.slice(0, -20)],
    ['it is no reference system', 'VERT_CS["height",VERT_DATUM["height",2005],UNIT["metre",1]]'],
    ['it is empty', ''],
  ] as const)('%s', ([, wkt]) => {
    expect(identify(wkt)).toBeNull();
  });
});
