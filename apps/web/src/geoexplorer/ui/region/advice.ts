import { baseOf, formatOf } from '../../model/areas/pick.ts';

/** What to do with a file that is only listed, by its extension. */
const BY_EXTENSION: readonly (readonly [name: RegExp, advice: string])[] = [
  [/\.(geo)?json$/i, 'GeoJSON não é lido aqui. "Convert to KML", em GeoTools, faz um KML dele: escolha o resultado.'],
  [/\.kmz$/i, 'KMZ não é lido aqui. "Convert to KML", em GeoTools, faz um KML dele: escolha o resultado. Ou descompacte-o como um .zip e escolha o .kml que está dentro.'],
  [/\.gpkg$/i, 'GeoPackage não é lido aqui. "Convert to KML", em GeoTools, faz um KML dele: escolha o resultado.'],
  [/\.zip$/i, 'ZIP não é lido aqui. Descompacte-o e escolha o .shp com o seu .prj, ou o .kml. Ou escolha o resultado de "Convert to KML", em GeoTools, que abre o .zip.'],
  [/\.(rar|7z)$/i, 'Descompacte o arquivo e escolha o .shp com o seu .prj, ou o .kml.'],
  [/\.(dbf|prj|qpj|cpg|shx|sbn|sbx|qix|shp\.xml)$/i, 'É parte de um shapefile. Escolha-o junto com o .shp de mesmo nome.'],
  [/\.(gpx|dxf|dwg|gml|csv|tab|mif)$/i, 'Este formato não é lido aqui. No QGIS, exporte as áreas como KML ou SHP.'],
];

/** Parts of a shapefile, besides its main file, that are not needed here. */
const UNUSED_PART = /\.(shx|sbn|sbx|qix|shp\.xml)$/i;

/** A quiet sentence next to a file that was not read; null if it is read as soon as the page can. */
export function adviceFor(name: string, isDropped: boolean, files: readonly { readonly name: string }[]): string | null {
  if (formatOf(name) !== null) return isDropped ? 'Arquivos soltos aqui são só listados. Clique na área acima e escolha o arquivo para vê-lo no mapa.' : null;
  const shapefile = UNUSED_PART.test(name) ? files.find((other) => formatOf(other.name) === 'shapefile' && baseOf(other.name) === baseOf(name)) : undefined;
  if (shapefile !== undefined) return `parte de ${shapefile.name}; não é preciso para o mapa`;
  return BY_EXTENSION.find(([pattern]) => pattern.test(name))?.[1] ?? 'Este tipo de arquivo não é lido aqui. Escolha um .kml ou um .shp.';
}
