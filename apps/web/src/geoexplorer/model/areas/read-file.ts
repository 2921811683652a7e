import { ProblemError } from '@geoinsights/contract/errors';
import { kmlToShow } from '@geoinsights/formats/kml';
import { fileOfBlob, shapefileDriver } from '@geoinsights/formats/shapefile';
import type { AttributeReader, Attributes } from '@geoinsights/formats/shapefile';
import type { ChosenFile, ReadOutcome } from './messages.ts';
import { NotLoadedError } from '../../../ui/late-code.ts';
import { reasonOf } from './problem-sentences.ts';
import { projectLayer, sumOf } from '../../../map-drawing/projected-layer.ts';
import type { DatasetLayer, ProjectedLayer } from '../../../map-drawing/projected-layer.ts';
import { likelySystems } from './likely-systems.ts';
import { DEGREES, placementOf } from './placement.ts';
import type { Placement } from './placement.ts';

export type { Attributes };

/** A file available for drawing and queries. */
export interface ReadFile {
  readonly name: string;
  readonly layers: readonly ProjectedLayer[];
  readonly attributes: (layer: number, feature: number) => Promise<Attributes>;
}

export interface ReadResult {
  readonly outcome: ReadOutcome;
  /** Null unless the file was read. */
  readonly read: ReadFile | null;
}

interface OpenedFile {
  readonly layers: readonly DatasetLayer[];
  readonly notes: readonly { readonly code: string }[];
  readonly attributes: ReadFile['attributes'];
}

/**
 * Reads one file of a selection and puts it on the map.
 * @param system the code of the reference system chosen by the visitor; null if none was chosen.
 */
export async function readFile(chosen: ChosenFile, system: string | null, onProgress: (share: number) => void): Promise<ReadResult> {
  try {
    const opened = await open(chosen, onProgress);
    // Before the coordinates are projected in place.
    const systems = likelySystems(opened.layers);
    const placement = chosen.format === 'kml' ? DEGREES : await placementOf(opened.layers, system, chosen.companions.some(({ name }) => /\.(?:prj|qpj)$/i.test(name)));
    if (placement.kind === 'unknown') {
      return { outcome: { state: 'unplaced', reason: placement.reason, systems }, read: null };
    }
    // Degrees of a shapefile are drawn as they are, like in every other program.
    const isShorterWay = chosen.format === 'kml' || placement.toWgs84 !== null;
    const layers = opened.layers.map((layer) => projectLayer(layer, { toWgs84: placement.toWgs84, isShorterWay }));
    const [features, outside, moved] = [sumOf(layers, 'drawn'), sumOf(layers, 'outside'), sumOf(layers, 'moved')];
    if (features === 0) return { outcome: nothingDrawn(chosen, placement, { outside, systems, notes: opened.notes }), read: null };
    const bare = layers.reduce((sum, layer) => sum + layer.features - layer.drawn - layer.outside, 0);
    return { outcome: { state: 'read', features, bare, outside, moved, system: placement.system }, read: { name: chosen.file.name, layers, attributes: opened.attributes } };
  } catch (error) {
    // Faults of a file are shown on the page; any other error is a bug.
    if (!(error instanceof ProblemError)) console.error(`${chosen.file.name} could not be read:`, error);
    return { outcome: error instanceof NotLoadedError ? { state: 'unloaded' } : { state: 'unreadable', reason: reasonOf(error) }, read: null };
  }
}

interface NothingDrawn {
  /** The number of features whose coordinates are no place on the map. */
  readonly outside: number;
  readonly systems: string[];
  readonly notes: OpenedFile['notes'];
}

function nothingDrawn({ format }: ChosenFile, { system }: Extract<Placement, { kind: 'known' }>, { outside, systems, notes }: NothingDrawn): ReadOutcome {
  if (outside === 0) return { state: 'unreadable', reason: whyEmpty(format, notes) };
  if (format === 'kml') return { state: 'unreadable', reason: 'as coordenadas não são graus de longitude e latitude (WGS 84). Converta o arquivo para EPSG:4326.' };
  return { state: 'unplaced', reason: `as coordenadas não cabem em ${system ?? 'graus'}.`, systems };
}

function whyEmpty(format: ChosenFile['format'], notes: OpenedFile['notes']): string {
  if (notes.some(({ code }) => code === 'kml-left-behind')) {
    return 'o arquivo só tem ligações (NetworkLink) para outros arquivos, que não são seguidas. Abra-o no Google Earth, salve como KML o que aparece lá e escolha esse arquivo.';
  }
  if (format === 'kml' && notes.some(({ code }) => code === 'geometry-not-repaired')) {
    return 'as geometrias do arquivo não podem ser desenhadas aqui: são modelos 3D, ou as coordenadas não estão escritas como o KML pede. Exporte de novo a camada em que estão as áreas e escolha esse arquivo.';
  }
  return 'o arquivo não tem nenhuma geometria que possa ser desenhada. Exporte a camada em que estão as áreas e escolha esse arquivo.';
}

async function open({ format, file, companions }: ChosenFile, onProgress: (share: number) => void): Promise<OpenedFile> {
  const dataset = { name: file.name.replace(/\.\w+$/, ''), files: [fileOfBlob(file.name, file), ...companions.map((each) => fileOfBlob(each.name, each))] as const };
  const driver = format === 'kml' ? kmlToShow : shapefileDriver;
  const opened = await driver.open({ format, ...dataset }, { onProgress });
  return { layers: opened.layers, notes: opened.notes, attributes: (layer, feature) => readOne(opened.attributes(layer), feature) };
}

async function readOne(reader: AttributeReader, feature: number): Promise<Attributes> {
  try {
    return await reader.at(feature);
  } finally {
    await reader.close();
  }
}
