import { nationalWellKnownText } from '@geoinsights/crs';
import { PartKind } from '@geoinsights/geometry';
import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../testing/growth.ts';
import { GeometryType } from '../../features/feature-batch.ts';
import type { FeatureId } from '../../features/feature-batch.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldValue } from '../../features/field.ts';
import { diskFolder } from '../../files/disk.ts';
import { memoryFolder } from '../../files/memory.ts';
import { batchOf, create, field, none, point, readAll, schemaOf, WGS84, withFeatures, written } from '../test/feature-files.ts';
import type { PlainFeature } from '../test/feature-files.ts';
import { ringOf } from '../test/make-geopackage.ts';
import { CLOCK, newFolder } from '../test/work-folder.ts';

function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all().map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

/** What SQLite itself finds wrong with a file. */
function faultsOf(path: string): unknown[] {
  const indexes = rowsOf(path, "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%rtree%'").map(({ name }) => String(name).replaceAll("'", "''"));
  return [
    ...rowsOf(path, 'PRAGMA integrity_check').filter(({ integrity_check }) => integrity_check !== 'ok'),
    ...rowsOf(path, 'PRAGMA foreign_key_check'),
    ...indexes.flatMap((name) => rowsOf(path, `SELECT rtreecheck('${name}') AS answer`)).filter(({ answer }) => answer !== 'ok'),
  ];
}

async function readBack(path: string): Promise<{ schema: LayerSchema; features: PlainFeature[] }[]> {
  return await withFeatures(path, async ({ layers, notes }) => {
    // Some are in a system that is not named.
    expect(notes.filter(({ code }) => code !== 'crs-missing')).toEqual([]);
    return await Promise.all(layers.map(async ({ name, crs, fields, geometryTypes, hasZ, hasM, ids, count, ...layer }) => ({ schema: { name, crs, fields, geometryTypes, hasZ, hasM, ids, count }, features: await readAll({ name, crs, fields, geometryTypes, hasZ, hasM, ids, count, ...layer }) })));
  });
}

const line = { kind: PartKind.Line, rings: [[[0, 0], [1, 2]]] } as const;
const shell = { kind: PartKind.Polygon, rings: [ringOf(0, 0, 4), ringOf(1, 1)] } as const;
const EVERY_TYPE: readonly PlainFeature[] = [
  point(1, 2),
  { type: GeometryType.LineString, parts: [line] },
  { type: GeometryType.Polygon, parts: [shell] },
  { type: GeometryType.MultiPoint, parts: [{ kind: PartKind.Point, rings: [[[1, 2], [3, 4]]] }] },
  { type: GeometryType.MultiPoint, parts: [{ kind: PartKind.Point, rings: [[[1, 2]]] }] },
  { type: GeometryType.MultiLineString, parts: [line, line] },
  { type: GeometryType.MultiPolygon, parts: [shell] },
  { type: GeometryType.GeometryCollection, parts: [{ kind: PartKind.Point, rings: [[[9, 9]]] }, line, shell, { kind: PartKind.Point, rings: [[[1, 2], [3, 4]]] }] },
  none,
  ...[1, 2, 3, 4, 5, 6, 7].map((type) => ({ type, parts: [] })),
];

it.each(['xy', 'xyz', 'xym', 'xyzm'])('reads back every geometry type, and empty ones, with the ordinates %s', async (dimensions) => {
  const deepened = EVERY_TYPE.map(({ type, parts }) => ({
    type,
    parts: parts.map(({ kind, rings }) => ({ kind, rings: rings.map((ring) => ring.map(([x, y]) => [x, y, x + 100, y + 200].slice(0, dimensions.length))) })),
  }));
  const schema = schemaOf({ geometryTypes: [1, 2, 3, 4, 5, 6, 7], hasZ: dimensions.includes('z'), hasM: dimensions.includes('m') });
  const { path, losses } = await written([{ schema, batches: [batchOf(deepened, { dimensions })] }]);
  const [layer] = await readBack(path);
  expect(losses).toEqual([]);
  expect(layer.features.map(({ type, parts }) => ({ type, parts }))).toEqual(deepened);
  expect([layer.schema.geometryTypes, layer.schema.hasZ, layer.schema.hasM]).toEqual([[1, 2, 3, 4, 5, 6, 7], schema.hasZ, schema.hasM]);
  expect(rowsOf(path, 'SELECT geometry_type_name, z, m FROM gpkg_geometry_columns')).toEqual([{ geometry_type_name: 'GEOMETRY', z: Number(schema.hasZ), m: Number(schema.hasM) }]);
  expect(rowsOf(path, 'SELECT min_x, min_y, max_x, max_y, last_change FROM gpkg_contents')).toEqual([{ min_x: 0, min_y: 0, max_x: 9, max_y: 9, last_change: CLOCK }]);
  expect(rowsOf(path, 'SELECT count(*) AS n FROM rtree_farms_geom')).toEqual([{ n: 8 }]);
  expect(faultsOf(path)).toEqual([]);
});

it('writes Z for geometries that have it, and declares it truthfully', async () => {
  const batch = batchOf([point(1, 2, 3), point(4, 5, NaN)], { dimensions: 'xyz' });
  const { path } = await written([{ schema: schemaOf({ hasZ: true }), batches: [batch] }, { schema: schemaOf({ name: 'b', geometryTypes: [3] }), batches: [batchOf([point(1, 1)])] }, { schema: schemaOf({ name: 'c', geometryTypes: [] }), batches: [] }]);
  expect(rowsOf(path, 'SELECT geometry_type_name AS type, z FROM gpkg_geometry_columns')).toEqual([{ type: 'POINT', z: 2 }, { type: 'POINT', z: 0 }, { type: 'GEOMETRY', z: 0 }]);
  expect(rowsOf(path, 'SELECT hex(geom) AS geom FROM farms')).toEqual([{ geom: '47500001E610000001E9030000000000000000F03F00000000000000400000000000000840' }, { geom: '47500001E6100000010100000000000000000010400000000000001440' }]);
  expect(rowsOf(path, 'SELECT type FROM pragma_table_info(\'b\') WHERE name = \'geom\'')).toEqual([{ type: 'POINT' }]);
  expect(faultsOf(path)).toEqual([]);
});

it('keeps a time that would be beyond the calendar in UTC as it is written, as registers write for "no end"', async () => {
  const times = ['9999-12-31T23:59:59-03:00', '0000-01-01T00:30:00+01:00', '9999-12-31T20:00:00-03:00'];
  const { path, losses } = await written([{ schema: schemaOf({ fields: [field('at', 'date-time')] }), batches: [batchOf(times.map((at) => ({ ...none, row: [at] })))] }]);
  const [{ features }] = await readBack(path);
  expect(features.map(({ row }) => row?.[0])).toEqual(['9999-12-31T23:59:59Z', '0000-01-01T00:30:00Z', '9999-12-31T23:00:00Z']);
  expect(losses.map(({ count }) => count)).toEqual([1, 2]);
});

const EVERY_FIELD = [field('text', 'text', 10), field('integer', 'integer'), field('real', 'real'), field('boolean', 'boolean'), field('date', 'date'), field('time', 'date-time'), field('bytes', 'binary'), field('json', 'json')];

it('reads back every type of field, and missing values', async () => {
  const rows: FieldValue[][] = [
    ['São José 👪', 9223372036854775807n, 1e-300, true, '2024-02-29', '2024-02-29T10:20:30.125Z', Uint8Array.of(0, 1, 255), '{"a":[1,null]}'],
    ['', -5, 3, false, '0001-01-01', '2024-02-29T10:20:30Z', new Uint8Array(0), '[]'],
    EVERY_FIELD.map(() => null),
  ];
  const { path, losses } = await written([{ schema: schemaOf({ fields: EVERY_FIELD }), batches: [batchOf(rows.map((row) => ({ ...none, row })))] }]);
  const [layer] = await readBack(path);
  expect(losses).toEqual([]);
  expect(layer.features.map(({ row }) => row)).toEqual(rows);
  expect(layer.schema.fields.map(({ type }) => type)).toEqual(EVERY_FIELD.map(({ type }) => type));
  expect(faultsOf(path)).toEqual([]);
});

it('converts times to UTC and says what that changes', async () => {
  const times = ['2024-02-29T22:20:30-03:00', '2024-02-29T22:20:30', '2024-02-29T22:20:30.1239Z', '2024-02-29T22:20:30+00:00', null];
  const { path, losses } = await written([{ schema: schemaOf({ fields: [field('at', 'date-time')] }), batches: [batchOf(times.map((at) => ({ ...none, row: [at] })))] }]);
  expect(rowsOf(path, 'SELECT at FROM farms').map(({ at }) => at)).toEqual(['2024-03-01T01:20:30.000Z', '2024-02-29T22:20:30.000Z', '2024-02-29T22:20:30.123Z', '2024-02-29T22:20:30.000Z', null]);
  expect(losses.map(({ code, field: name, count }) => [code, name, count])).toEqual([['field-type-changed', 'at', 1], ['field-type-changed', 'at', 1], ['number-rounded', 'at', 1]]);
});

it('turns a field of whole numbers into text as soon as one exceeds 64 bits', async () => {
  const values = [5, null, -(2n ** 62n), 2n ** 64n, 7, 2n ** 63n - 1n];
  const schema = schemaOf({ fields: [field('a', 'text'), field('n', 'integer'), field('m', 'integer')] });
  const { path, losses } = await written([{ schema, batches: values.map((n, first) => batchOf([{ ...point(first, first), row: ['x', n, 1] }], { first })) }]);
  const [layer] = await readBack(path);
  expect(layer.schema.fields.map(({ type }) => type)).toEqual(['text', 'text', 'integer']);
  expect(layer.features.map(({ row }) => row?.[1])).toEqual(['5', null, '-4611686018427387904', '18446744073709551616', '7', '9223372036854775807']);
  expect(losses.map(({ code, field: name }) => [code, name])).toEqual([['field-type-changed', 'n']]);
  expect(faultsOf(path)).toEqual([]);
});

it('replaces characters that a database text cannot hold', async () => {
  const texts = ['a\0b', 'half \ud800', 'whole 👪'];
  const { path, losses } = await written([{ schema: schemaOf({ fields: [field('a', 'text')] }), batches: [batchOf(texts.map((text) => ({ ...none, row: [text] })))] }]);
  expect((await readBack(path))[0].features.map(({ row }) => row?.[0])).toEqual(['a\uFFFDb', 'half \uFFFD', 'whole 👪']);
  expect(losses.map(({ code, count }) => [code, count])).toEqual([['characters-replaced', 2]]);
});

it('says of a field whose name is too long, or has blanks around it, that this is why it is renamed', async () => {
  const { losses } = await written([{ schema: schemaOf({ fields: [field('x'.repeat(201), 'text'), field(' a ', 'text')] }), batches: [] }]);
  const why = 'field names in a GeoPackage have at most 200 characters and no blanks around them, must differ by more than upper and lower case, and some are reserved by the format.';
  expect(losses.map(({ text }) => text)).toEqual([`"${'x'.repeat(201)}" is named "${'x'.repeat(200)}": ${why}`, `" a " is named "a": ${why}`]);
});

it('gives tables and columns names under which all of them can exist', async () => {
  const names = ['farms', 'FARMS', 'a"b', 'select', 'gpkg_contents', 'rtree_x', 'sqlite_y', '', 'São José', "o'hara", 'x\0y', 'farms_1', 'farms'];
  const fields = ['fid', 'FID', 'geom', 'order', 'a"b', 'Ação', 'id', '', "it's", 'a\0b', 'x', 'X', 'x_1'].map((name) => field(name, 'text'));
  const layers = names.map((name) => ({ schema: schemaOf({ name, fields }), batches: [batchOf([{ ...point(1, 2), row: fields.map((_, index) => `value ${index}`) }])] }));
  const { path, losses } = await written(layers);
  const back = await readBack(path);
  expect(back.map(({ schema: { name } }) => name)).toEqual([
    'farms', 'FARMS_1', 'a"b', 'select', 'layer_gpkg_contents', 'layer_rtree_x', 'layer_sqlite_y', 'layer', 'São José', "o'hara", 'x_y', 'farms_1_1', 'farms_2',
  ]);
  expect(back.map(({ features }) => features.map(({ row }) => row))).toEqual(names.map(() => [fields.map((_, index) => `value ${index}`)]));
  expect(back[0].schema.fields.map(({ name }) => name)).toEqual(['fid', 'FID_2', 'geom', 'order', 'a"b', 'Ação', 'id', 'field', "it's", 'a_b', 'x', 'X_1', 'x_1_1']);
  expect(losses.filter(({ layer, code }) => layer === 'select' && code === 'field-renamed').map(({ field: name }) => name)).toEqual(['FID', '', 'a\0b', 'X', 'x_1']);
  expect(losses.filter(({ code }) => code === 'layer-renamed').map(({ layer }) => layer)).toEqual(['FARMS', 'gpkg_contents', 'rtree_x', 'sqlite_y', '', 'x\0y', 'farms_1', 'farms']);
  expect(faultsOf(path)).toEqual([]);
});

it('leaves out fields beyond the limit of columns', async () => {
  const fields = Array.from({ length: 2005 }, (_, index) => field(`f${index}`, 'integer'));
  const { path, losses } = await written([{ schema: schemaOf({ fields }), batches: [batchOf([{ ...none, row: fields.map((_, index) => index) }])] }]);
  const [layer] = await readBack(path);
  expect(layer.schema.fields).toHaveLength(1997);
  expect(layer.features[0].row?.at(-1)).toBe(1996);
  expect(losses.map(({ code, field: name }) => [code, name])).toEqual(fields.slice(1997).map(({ name }) => ['field-left-out', name]));
});

it.each<[string, LayerSchema['ids'], FeatureId[], FeatureId[], (string | null)[] | null, [string, number | null][]]>([
  ['none', 'none', [null, null], [1, 2], null, []],
  ['keys of rows', 'rows', [7, 3, 9223372036854775000n, 0], [7, 8, 9, 10], null, [['ids-left-out', 3]]],
  ['keys of rows that are there twice', 'rows', [4, 4, 5, 'a'], [4, 5, 6, 7], null, [['ids-left-out', 3]]],
  ['keys of rows from 0 on, with gaps', 'rows', [0, 3, 4, 2n ** 60n], [0, 3, 4, 2n ** 60n], null, []],
  ['whole numbers that ascend', 'own', [0, 5, 12, 2n ** 60n], [0, 5, 12, 2n ** 60n], null, []],
  ['whole numbers that do not ascend', 'own', [10, 3, 12], [10, 11, 12], ['10', '3', '12'], [['ids-as-field', null]]],
  ['names', 'own', ['x', 'y', null, 4], [1, 2, 3, 4], ['x', 'y', null, '4'], [['ids-as-field', null]]],
  ['numbers and then a name', 'own', [5, 8, 'x'], [5, 8, 9], ['5', '8', 'x'], [['ids-as-field', null]]],
  ['numbers, one of them twice', 'own', [8, 8], [8, 9], ['8', '8'], [['ids-as-field', null]]],
  ['a negative number', 'own', [-1, 1.5], [1, 2], ['-1', '1.5'], [['ids-as-field', null]]],
])('keeps ids: %s', async (_, kind, ids, keys, values, expected) => {
  const schema = schemaOf({ fields: [field('ID', 'integer')], ids: kind });
  const { path, losses } = await written([{ schema, batches: ids.map((id, first) => batchOf([{ ...point(first, 0), row: [first], id }], { first })) }]);
  const [layer] = await readBack(path);
  expect(layer.features.map(({ id }) => id)).toEqual(keys);
  expect(layer.schema.fields.map(({ name }) => name)).toEqual(values === null ? ['ID'] : ['ID', 'id_1']);
  if (values !== null) expect(layer.features.map(({ row }) => row?.[1])).toEqual(values);
  expect(losses.map(({ code, count }) => [code, count])).toEqual(expected);
  expect(faultsOf(path)).toEqual([]);
});

it('says why a negative key cannot stay', async () => {
  const { losses } = await written([{ schema: schemaOf({ ids: 'rows' }), batches: [batchOf([{ ...point(0, 0), id: -3 }])] }]);
  expect(losses.map(({ text }) => text)).toEqual(['One feature has a new id: its own is negative, too large, not a whole number, or not larger than an earlier one; features are ordered by key.']);
});

it('has a spatial index that finds what lies in a place, also among many features', async () => {
  const places = Array.from({ length: 5000 }, (_, index) => [Math.sin(index) * 170, Math.cos(index * 7) * 80]);
  const { path } = await written([{ schema: schemaOf(), batches: [batchOf(places.slice(0, 3000).map((place) => point(...place))), batchOf(places.slice(3000).map((place) => point(...place)), { first: 3000 })] }]);
  expect(faultsOf(path)).toEqual([]);
  for (const [x, y, size] of [[0, 0, 10], [100, 50, 20], [-170, -80, 5], [0, 0, 400]]) {
    const expected = places.flatMap(([px, py], index) => (Math.abs(px - x) <= size && Math.abs(py - y) <= size ? [index + 1] : []));
    const found = rowsOf(path, `SELECT id FROM rtree_farms_geom WHERE minx <= ${x + size} AND maxx >= ${x - size} AND miny <= ${y + size} AND maxy >= ${y - size} ORDER BY id`).map(({ id }) => id);
    expect(found).toEqual(expected);
  }
  // The file stays in use: entries are added and removed.
  const database = new DatabaseSync(path);
  database.exec('DELETE FROM rtree_farms_geom WHERE id % 3 = 0; INSERT INTO rtree_farms_geom SELECT id + 10000, minx, maxx, miny, maxy FROM rtree_farms_geom');
  database.close();
  expect(faultsOf(path)).toEqual([]);
});

it('leaves positions without coordinates out of extent and index', async () => {
  const lines = [[[NaN, NaN], [1, NaN]], [[NaN, 3], [5, 6]], [[1, 1], [2, 2]]];
  const { path } = await written([{ schema: schemaOf({ geometryTypes: [2] }), batches: [batchOf(lines.map((ring) => ({ type: 2, parts: [{ kind: PartKind.Line, rings: [ring] }] })))] }]);
  expect(rowsOf(path, 'SELECT min_x, min_y, max_x, max_y FROM gpkg_contents')).toEqual([{ min_x: 1, min_y: 1, max_x: 5, max_y: 6 }]);
  expect(rowsOf(path, 'SELECT id FROM rtree_farms_geom ORDER BY id')).toEqual([{ id: 2 }, { id: 3 }]);
});

const ESRI = 'PROJCS["SIRGAS_2000_UTM_Zone_22S",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const OWN = 'PROJCS["my own",GEOGCS["x",DATUM["y",SPHEROID["z",6370000,300]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["metre",1]]';
const NEW = 'GEOGCRS["new",DATUM["y",ELLIPSOID["z",6370000,300]],CS[ellipsoidal,2],AXIS["lat",north],AXIS["lon",east],ANGLEUNIT["degree",0.0174532925199433]]';

it('says which system a layer has', async () => {
  const planar = { kind: 'planar' } as const;
  const systems = [
    WGS84,
    { name: 'CRS84', code: 'OGC:CRS84', units: WGS84.units, metresPerUnit: null },
    { name: 'SIRGAS_2000_UTM_Zone_22S', code: null, units: planar, metresPerUnit: 1, wkt: ESRI },
    { name: 'Belge 1972 / Belgian Lambert 72', code: 'EPSG:31370', units: planar, metresPerUnit: 1 },
    { name: 'S-JTSK / Krovak East North', code: 'EPSG:5514', units: planar, metresPerUnit: 1 },
    { name: 'my own', code: null, units: planar, metresPerUnit: 1, wkt: OWN },
    { name: 'new', code: null, units: WGS84.units, metresPerUnit: null, wkt: NEW },
    { name: 'unknown', code: null, units: planar, metresPerUnit: null },
    { name: 'unknown', code: null, units: WGS84.units, metresPerUnit: null },
  ];
  const { path } = await written(systems.map((crs, index) => ({ schema: schemaOf({ name: `layer ${index}`, crs }), batches: [] })));
  expect(rowsOf(path, 'SELECT srs_id FROM gpkg_contents').map(({ srs_id }) => srs_id)).toEqual([4326, 4326, 31982, 31370, 5514, 1000001, 1000002, -1, 0]);
  expect(rowsOf(path, 'SELECT srs_id, organization, organization_coordsys_id AS code, definition, definition_12_063 AS new FROM gpkg_spatial_ref_sys WHERE srs_id NOT IN (4326, 31982) ORDER BY 1')).toEqual([
    { srs_id: -1, organization: 'NONE', code: -1, definition: 'undefined', new: 'undefined' },
    { srs_id: 0, organization: 'NONE', code: 0, definition: 'undefined', new: 'undefined' },
    { srs_id: 5514, organization: 'EPSG', code: 5514, definition: 'undefined', new: 'undefined' },
    { srs_id: 31370, organization: 'EPSG', code: 31370, definition: nationalWellKnownText('EPSG:31370'), new: 'undefined' },
    { srs_id: 1000001, organization: 'NONE', code: 1000001, definition: OWN, new: 'undefined' },
    { srs_id: 1000002, organization: 'NONE', code: 1000002, definition: 'undefined', new: NEW },
  ]);
  const codes = (await readBack(path)).map(({ schema: { crs } }) => [crs.code, crs.units.kind]);
  expect(codes.slice(0, 5)).toEqual([['EPSG:4326', 'geographic'], ['EPSG:4326', 'geographic'], ['EPSG:31982', 'planar'], ['EPSG:31370', 'planar'], ['EPSG:5514', 'planar']]);
  expect(codes.slice(5).map(([, kind]) => kind)).toEqual(['planar', 'geographic', 'planar', 'geographic']);
  expect(faultsOf(path)).toEqual([]);
});

it('keeps both of two systems that have the same number in different registers', async () => {
  const heights = (register: string): string => `COMPOUNDCRS["of ${register}",${NEW},VERTCRS["a height",VDATUM["a geoid"]],ID["${register}",9518]]`;
  const systems = ['EPSG', 'ESRI', 'ESRI'].map((register) => ({ name: `of ${register}`, code: null, units: WGS84.units, metresPerUnit: null, wkt: heights(register) }));
  const { path } = await written(systems.map((crs, index) => ({ schema: schemaOf({ name: `layer ${index}`, crs }), batches: [] })));
  expect(rowsOf(path, 'SELECT srs_id FROM gpkg_contents').map(({ srs_id }) => srs_id)).toEqual([9518, 1000001, 1000001]);
  expect(rowsOf(path, 'SELECT srs_id, organization, organization_coordsys_id AS code, definition_12_063 AS new FROM gpkg_spatial_ref_sys WHERE srs_id > 4326')).toEqual([
    { srs_id: 9518, organization: 'EPSG', code: 9518, new: heights('EPSG') },
    { srs_id: 1000001, organization: 'ESRI', code: 9518, new: heights('ESRI') },
  ]);
  expect((await readBack(path)).map(({ schema: { crs } }) => crs.wkt)).toEqual([heights('EPSG'), heights('ESRI'), heights('ESRI')]);
});

it('keeps height systems with their texts, and says where none can be written', async () => {
  const planar = { kind: 'planar' } as const;
  const HEIGHTS = 'VERT_CS["EGM96 height",VERT_DATUM["EGM96 geoid",2005],UNIT["metre",1]]';
  const COMPOUND = `COMPD_CS["both",${OWN},${HEIGHTS}]`;
  const CODED = `COMPOUNDCRS["WGS 84 + EGM2008 height",${NEW},VERTCRS["EGM2008 height",VDATUM["EGM2008 geoid"]],ID["EPSG",9518]]`;
  const DEEP = 'GEODCRS["SIRGAS 2000",DATUM["Sistema de Referencia Geocentrico para las AmericaS 2000",ELLIPSOID["GRS 1980",6378137,298.257222101]],CS[ellipsoidal,3],AXIS["Lat",north],AXIS["Lon",east],AXIS["h",up],ID["EPSG",4989]]';
  const systems = [
    { name: 'SIRGAS 2000', code: 'EPSG:4989', units: WGS84.units, metresPerUnit: null, wkt: DEEP },
    { name: 'urn:ogc:def:crs:EPSG::4979', code: 'EPSG:4979', units: WGS84.units, metresPerUnit: null },
    { name: 'both', code: null, units: planar, metresPerUnit: 1, wkt: COMPOUND },
    { name: 'WGS 84 + EGM2008 height', code: 'EPSG:4326', units: WGS84.units, metresPerUnit: null, wkt: CODED },
    { name: 'SIRGAS_2000_UTM_Zone_22S', code: null, units: planar, metresPerUnit: 1, wkt: `${ESRI},VERTCS["EGM96_Geoid",VDATUM["EGM96_Geoid"],UNIT["Meter",1.0]]` },
  ];
  const { path, losses } = await written(systems.map((crs, index) => ({ schema: schemaOf({ name: `layer ${index}`, crs }), batches: [] })));
  expect(rowsOf(path, 'SELECT srs_id, organization, definition, definition_12_063 AS new FROM gpkg_spatial_ref_sys JOIN gpkg_contents USING (srs_id) ORDER BY srs_id').map(({ srs_id, organization, definition, new: newer }) => [srs_id, organization, definition, newer])).toEqual([
    [4979, 'EPSG', 'undefined', 'undefined'],
    [4989, 'EPSG', 'undefined', DEEP],
    [9518, 'EPSG', 'undefined', CODED],
    [31982, 'EPSG', expect.stringContaining('PROJCS'), 'undefined'],
    [1000001, 'NONE', COMPOUND, 'undefined'],
  ]);
  expect(losses.map(({ code, layer, text }) => [code, layer, text])).toEqual([['system-changed', 'layer 4', '"layer 4" has a vertical reference system, "EGM96_Geoid", which the result does not state.']]);
  expect((await readBack(path)).map(({ schema: { crs } }) => [crs.name, crs.wkt])).toEqual([['SIRGAS 2000', DEEP], ['WGS 84', undefined], ['both', COMPOUND], ['WGS 84 + EGM2008 height', CODED], ['SIRGAS 2000 / UTM zone 22S', expect.any(String)]]);
});

it('keeps the descriptions of tables and columns, and the names of key and geometry', async () => {
  const table = {
    identifier: 'Imóveis rurais', description: 'do cadastro',
    key: { name: 'OGC_FID', alias: null, title: 'Key', description: null },
    geometry: { name: 'the_geom', alias: 'limit', title: null, description: 'Limits by GPS' },
  };
  const photo: Field = { ...field('photo', 'binary'), column: { declaration: 'BLOB', alias: null, title: null, description: null, mime: 'image/jpeg' } };
  const { path } = await written([{ schema: schemaOf({ table, fields: [photo] }), batches: [batchOf([{ ...point(1, 2), row: [Uint8Array.of(1)] }])] }, { schema: schemaOf({ table }), batches: [] }]);
  expect(rowsOf(path, 'SELECT table_name, identifier, description FROM gpkg_contents')).toEqual([{ table_name: 'farms', identifier: 'Imóveis rurais', description: 'do cadastro' }, { table_name: 'farms_1', identifier: 'farms_1', description: 'do cadastro' }]);
  expect(rowsOf(path, "SELECT name FROM pragma_table_info('farms')").map(({ name }) => name)).toEqual(['OGC_FID', 'the_geom', 'photo']);
  await withFeatures(path, ({ layers: [layer] }) => {
    expect(layer.table).toEqual(table);
    expect(layer.fields).toEqual([photo]);
  });
  expect(faultsOf(path)).toEqual([]);
});

it('leaves nothing behind when it is aborted, and has no name before it is finished', async () => {
  const folder = newFolder();
  const writer = await create({ folder: diskFolder(folder), name: 'a', workFolder: folder }, [schemaOf()]);
  await writer.write(0, batchOf([point(1, 2)]));
  expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
  await writer.abort();
  expect(readdirSync(folder)).toEqual([]);
  const second = await create({ folder: diskFolder(folder), name: 'a', workFolder: folder }, [schemaOf()]);
  await expect(second.write(1, batchOf([]))).rejects.toThrow('there is no layer 1 of 1');
  await second.abort();
  await expect(create({ folder: diskFolder(folder), name: '../a', workFolder: folder }, [schemaOf()])).rejects.toMatchObject({ code: 'invalid-file-name' });
  expect(readdirSync(folder)).toEqual([]);
});

it('writes through a folder that is not on disk', async () => {
  const work = newFolder();
  const folder = memoryFolder();
  const writer = await create({ folder, name: 'a', workFolder: work }, [schemaOf()]);
  await writer.write(0, batchOf([point(1, 2)]));
  expect(await writer.close()).toEqual({ files: ['a.gpkg'], losses: [] });
  expect(readdirSync(work)).toEqual([]);
  expect(Buffer.from(folder.files.get('a.gpkg') ?? []).subarray(0, 15).toString()).toBe('SQLite format 3');
});

it('writes 0 for a vertex without a height beside others with one, and says so', async () => {
  const mixed = { type: GeometryType.LineString, parts: [{ kind: PartKind.Line, rings: [[[0, 0, 1], [1, 0], [1, 1, 2]]] }] };
  const flat = { type: GeometryType.LineString, parts: [{ kind: PartKind.Line, rings: [[[0, 0], [1, 0]]] }] };
  const { path, losses } = await written([{ schema: schemaOf({ geometryTypes: [2], hasZ: true }), batches: [batchOf([mixed, flat], { dimensions: 'xyz' })] }]);
  expect((await readBack(path))[0].features.map(({ parts }) => parts[0].rings[0].map((position) => position[2]))).toEqual([[1, 0, 2], [NaN, NaN]]);
  expect(losses.map(({ code, count, text }) => [code, count, text])).toEqual([['geometry-type-changed', 1, 'One feature has vertices without heights next to some with heights, and the missing heights became 0: a geometry has heights for all of its vertices or none.']]);
});

it('declares a column as wide as its values need, and lengths for texts and bytes only', async () => {
  const described = (name: string, type: Field['type'], declaration: string): Field => ({ ...field(name, type), column: { declaration, alias: null, title: null, description: null, mime: null } });
  const fields = [described('a', 'integer', 'SMALLINT'), described('b', 'integer', 'SMALLINT'), described('c', 'real', 'FLOAT'), described('d', 'real', 'FLOAT'), described('e', 'text', 'TEXT(3)'), described('f', 'text', 'TEXT(3)'), described('g', 'integer', 'MEDIUMINT')];
  const rows: FieldValue[][] = [[-32768, 1, 0.5, 0.5, '😀😀😀', 'abcd', 5_000_000_000], [32767, 32768, null, 0.1, null, 'a', null]];
  const { path, losses } = await written([{ schema: schemaOf({ fields }), batches: [batchOf(rows.map((row) => ({ ...point(1, 2), row })))] }]);
  expect(rowsOf(path, "SELECT type FROM pragma_table_info('farms') WHERE cid > 1").map(({ type }) => type)).toEqual(['SMALLINT', 'INTEGER', 'FLOAT', 'REAL', 'TEXT(3)', 'TEXT', 'INTEGER']);
  expect(losses.map(({ code, field: name }) => [code, name])).toEqual(['b', 'd', 'f', 'g'].map((name) => ['field-type-changed', name]));
  expect((await readBack(path))[0].features.map(({ row }) => row)).toEqual(rows);
  expect(faultsOf(path)).toEqual([]);
});

it('triggers are stored as CREATE TRIGGER stores them, and act', async () => {
  const names = ['farms', 'o"dd\'s', 'São João'];
  const { path } = await written(names.map((name) => ({ schema: schemaOf({ name, count: 1 }), batches: [batchOf([point(1, 2)])] })));
  const database = new DatabaseSync(path, { defensive: false });
  try {
    const all = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid";
    const stored = database.prepare(all).all();
    expect(stored).toHaveLength(8 * names.length);
    for (const { name } of stored) database.exec(`DROP TRIGGER "${String(name).replaceAll('"', '""')}"`);
    for (const { sql } of stored) database.exec(String(sql));
    expect(database.prepare(all).all()).toEqual(stored);
  } finally {
    database.close();
  }
  const again = new DatabaseSync(path);
  again.exec('DELETE FROM farms');
  expect(again.prepare("SELECT feature_count FROM gpkg_ogr_contents WHERE table_name = 'farms'").get()).toEqual({ feature_count: 0 });
  expect(again.prepare('SELECT count(*) AS boxes FROM rtree_farms_geom').get()).toEqual({ boxes: 0 });
  again.close();
});

it('writes layers in turns, one batch each, as if one were written after the other', async () => {
  const layers = ['shown', 'shown_index', 'a$&b', 'CREATE TABLE "shown"', 'empty'].map((name, number) => {
    const schema = schemaOf({ name, ids: number % 2 === 0 ? 'own' : 'rows', geometryTypes: [1, 2], fields: [field('shown', 'integer'), field('text', 'text')] });
    const features = [7, 2 ** 40, 5, 2n ** 61n, 90].map((id, index) => ({ ...(number === 1 || index % 2 === 0 ? point(index, number) : { type: GeometryType.LineString, parts: [line] }), id, row: [index === 3 ? 2n ** 64n : BigInt(index), `${name} ${index}`] }));
    return { schema, batches: name === 'empty' ? [] : features.map((feature, first) => batchOf([feature], { first })) };
  });
  const oneByOne = await written(layers);
  const folder = newFolder();
  const writer = await create({ folder: diskFolder(folder), name: 'result', workFolder: folder }, layers.map(({ schema }) => schema));
  for (let turn = 0; turn < 5; turn++) for (const [layer, { batches }] of layers.entries()) if (turn < batches.length) await writer.write(layer, batches[turn]);
  const { files, losses } = await writer.close();
  const path = `${folder}/${files[0]}`;
  expect(faultsOf(path)).toEqual([]);
  expect(losses).toEqual(oneByOne.losses);
  const read = await readBack(path);
  expect(read).toEqual(await readBack(oneByOne.path));
  expect(read.map(({ features }) => features.map(({ row }) => row?.[1]))).toEqual(layers.map(({ schema: { name }, batches }) => batches.map((_, index) => `${name} ${index}`)));
  for (const sql of ['SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid', 'SELECT * FROM gpkg_contents', 'SELECT name, CAST(seq AS TEXT) FROM sqlite_sequence', 'SELECT * FROM "rtree_shown_geom_rowid"']) expect(rowsOf(path, sql)).toEqual(rowsOf(oneByOne.path, sql));
  expect(rowsOf(path, 'SELECT name, CAST(seq AS TEXT) AS seq FROM sqlite_sequence').slice(0, 2)).toEqual([{ name: 'shown', seq: String(2 ** 40 + 3) }, { name: 'shown_index', seq: String(2n ** 61n + 1n) }]);
});

it('writes and reads many layers in proportion to their number', async () => {
  const some = (count: number) => Array.from({ length: count }, (_, number) => ({ schema: schemaOf({ name: `folder ${number}`, ids: 'own', geometryTypes: [1, 2, 3], count: 1 }), batches: [batchOf([{ ...point(number, 1), id: `x${number}` }])] }));
  const growth = await growthOf(async (share) => {
    const { path } = await written(some(600 * share));
    expect(await withFeatures(path, ({ layers, notes }) => [layers.length, notes])).toEqual([600 * share, []]);
  });
  expect(growth).toBeLessThan(IN_PROPORTION);
});
