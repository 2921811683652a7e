import { kmlOf, shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Shapefiles in the projected systems of Brazil. */

/** As ArcGIS, QGIS and GDAL write it next to a .shp. */
const prj = (zone: string, meridian: number, falseNorthing = 10_000_000) =>
  `PROJCS["SIRGAS_2000_UTM_Zone_${zone}",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",${String(falseNorthing)}.0],PARAMETER["Central_Meridian",${String(meridian)}.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** 20 km around the centre of zone 22 south at 10 degrees south: by PROJ, -51 and -10 are at 500000 and 8894587.8. */
const IN_ZONE_22 = shapefileOf([square(490_000, 8_884_587.8, 20_000)]);
const BORDERS = [[-50.9088, -10], [-51.0912, -10]] as const;

test.beforeEach(async ({ api }) => {
  await api.layerGroupsAnswer({ body: [] });
});

test('shapefiles of several systems, one choice after another', async ({ explorer, site }) => {
  await explorer.open();
  await test.step('a .shp in SIRGAS 2000 / UTM with its .prj is drawn where it lies', async () => {
    await explorer.choose({ name: 'Fazenda.shp', content: IN_ZONE_22 }, { name: 'fazenda.PRJ', content: prj('22S', -51) });
    await explorer.seesFiles(/^Fazenda\.shp0,23 KBdesenhado: 1 feição; coordenadas em SIRGAS 2000 \/ UTM zona 22S$/, /^fazenda\.PRJ0,\d\d KBlido junto com Fazenda\.shp$/);
    // One sentence for each, also for screen readers.
    await expect(explorer.panel('Escolha a regiao de interesse').getByRole('status').filter({ hasText: /\S/ })).toHaveText('Fazenda.shp: desenhado: 1 feição; coordenadas em SIRGAS 2000 / UTM zona 22S. fazenda.PRJ: lido junto com Fazenda.shp.');
    await explorer.restsAt({ latitude: -10, longitude: -51 });
    for (const place of BORDERS) await explorer.seesBorderAt(place);
    await explorer.seesInsideAt([-51, -10]);
    await explorer.seesNoAreaAt([-50.88, -10]);
  });
  await test.step('degrees stay degrees: with the .prj of WGS 84 or of SIRGAS 2000, and without', async () => {
    const geographic = 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    await explorer.choose({ name: 'graus.shp', content: shapefileOf([square(-50, -10, 1)]) }, { name: 'graus.prj', content: geographic });
    await explorer.seesFiles(/^graus\.shp0,23 KBdesenhado: 1 feição$/, /lido junto/);
    await explorer.restsAt({ latitude: -9.5, longitude: -49.5 });
    await explorer.seesInsideAt([-49.5, -9.5]);
  });
  await test.step('a system whose name is one long word does not widen the panel', async () => {
    const albers =
      'PROJCS["Brazil_Albers_Equal_Area_Conic_of_the_Institute",GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-50.0],PARAMETER["Standard_Parallel_1",-3.0],PARAMETER["Standard_Parallel_2",-19.0],PARAMETER["Latitude_Of_Origin",-11.0],UNIT["Meter",1.0]]';
    await explorer.choose({ name: 'albers.shp', content: shapefileOf([square(0, 0, 20_000)]) }, { name: 'albers.prj', content: albers });
    await explorer.seesFiles(/desenhado: 1 feição; coordenadas em Brazil_Albers_Equal_Area_Conic_of_the_Institute$/, /lido junto/);
    expect(await explorer.panel('Escolha a regiao de interesse').evaluate((panel) => [...panel.querySelectorAll('*')].filter((part) => part.getClientRects().length > 0 && part.getBoundingClientRect().right > panel.getBoundingClientRect().right).length)).toBe(0);
  });
  await test.step('a .prj that cannot be understood, or that belongs to another file, leads to the same question', async () => {
    await explorer.choose({ name: 'a.shp', content: IN_ZONE_22 }, { name: 'a.prj', content: 'PROJCS["Local",GEOGCS["Local",DATUM["Nobody knows",SPHEROID["x",6378000,300]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["metre",1]]' }, { name: 'b.prj', content: prj('22S', -51) });
    await explorer.seesFiles(/à espera: o arquivo \.prj não diz em que sistema/, /lido junto com a\.shp/, /^b\.prj0,\d\d KBÉ parte de um shapefile/);
    await expect(explorer.systemChoice('a.shp')).toBeVisible();
  });
  await test.step('coordinates north of the equator offer the northern zones first, and coordinates beyond every zone what is not UTM', async () => {
    await explorer.choose({ name: 'norte.shp', content: shapefileOf([square(490_000, 300_000, 20_000)]) }, { name: 'web.shp', content: shapefileOf([square(-5_600_000, -1_100_000, 20_000)]) });
    await explorer.seesFiles(/à espera/, /à espera/);
    expect((await explorer.systemsOffered('norte.shp'))[1]).toBe('SIRGAS 2000 / UTM zona 18N');
    expect((await explorer.systemsOffered('web.shp'))[1]).toBe('WGS 84 / Mercator da web (EPSG:3857)');
  });
  await test.step('a file that is not read is listed with what to do about it', async () => {
    await explorer.choose(
      { name: 'talhao.geojson', content: '{}' },
      { name: 'talhao.kmz', content: 'PK' },
      { name: 'talhao.gpkg', content: 'SQLite' },
      { name: 'talhao.zip', content: 'PK' },
      { name: 'talhao.dbf', content: 'x' },
      { name: 'talhao.pdf', content: 'x' },
    );
    await explorer.seesFiles(
      /KBGeoJSON não é lido aqui\. "Convert to KML", em GeoTools, faz um KML dele/,
      /KBKMZ não é lido aqui\. "Convert to KML", em GeoTools, faz um KML dele: escolha o resultado\. Ou descompacte-o/,
      /KBGeoPackage não é lido aqui\. "Convert to KML"/,
      /KBZIP não é lido aqui\. Descompacte-o e escolha o \.shp com o seu \.prj.* "Convert to KML", em GeoTools, que abre o \.zip\.$/,
      /KBÉ parte de um shapefile\. Escolha-o junto com o \.shp/,
      /KBEste tipo de arquivo não é lido aqui\. Escolha um \.kml ou um \.shp\.$/,
    );
    await explorer.drop({ name: 'talhao.kml', content: kmlOf('x', square(-50, -10, 1)) }, { name: 'talhao.geojson', content: '{}' });
    await explorer.seesFiles(/KBArquivos soltos aqui são só listados\. Clique na área acima/, /KBGeoJSON não é lido aqui/);
  });
  await test.step('what it says to use is a link away, and the way back leads to the map', async () => {
    await site.follow('main', '"Convert to KML", em GeoTools');
    await site.isAt('/geotools/fix-geometry?tool=convert-to-kml');
    await site.headingHasFocus();
    await site.goBack();
    await site.seesText('Buscar CAR');
  });
});

test('without a .prj the zone is requested, also with the keyboard, and can be changed afterwards', async ({ explorer, site }) => {
  await explorer.open();
  await explorer.choose({ name: 'fazenda.shp', content: IN_ZONE_22 });
  await explorer.seesFiles(/^fazenda\.shp0,23 KBà espera: as coordenadas não são graus, e falta o arquivo \.prj que diz em que sistema estão\./);
  expect((await explorer.systemsOffered('fazenda.shp')).slice(0, 2)).toEqual(['Escolha', 'SIRGAS 2000 / UTM zona 18S – oeste do AC e do AM']);
  const offered = (await explorer.systemsOffered('fazenda.shp')).filter((name) => name.startsWith('SIRGAS 2000 / UTM')).map((name) => name.slice(23, 26));
  expect(offered).toEqual(['18S', '19S', '20S', '21S', '22S', '23S', '24S', '25S', '18N', '19N', '20N', '21N', '22N', '23N', '24N']);
  expect(await site.accessibilityFaults()).toEqual([]);
  await explorer.systemChoice('fazenda.shp').focus();
  await explorer.chooseSystem('fazenda.shp', 'EPSG:31982');
  await site.press('Tab', 'Enter');
  await explorer.seesFiles(/desenhado: 1 feição; coordenadas em SIRGAS 2000 \/ UTM zona 22S/);
  await explorer.restsAt({ latitude: -10, longitude: -51 });
  for (const place of BORDERS) await explorer.seesBorderAt(place);
  expect(await site.focused()).toBe('Desenhar');
  await explorer.chooseSystem('fazenda.shp', 'EPSG:31983');
  await site.press('Enter');
  await explorer.restsAt({ latitude: -10, longitude: -45 });
  await explorer.seesInsideAt([-45, -10]);
});
