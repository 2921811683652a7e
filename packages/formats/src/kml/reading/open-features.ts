import { WGS84_BY_FORMAT } from '../../crs.ts';
import type { DatasetFiles, DatasetNote, InputFile } from '../../driver.ts';
import { encodingNote, EncodingWatch } from '../../encoding-watch.ts';
import type { FeatureBatch } from '../../features/feature-batch.ts';
import type { FeatureDataset, FeatureLayer, OpenFeaturesOptions } from '../../features/feature-dataset.ts';
import { limited } from '../../note-limit.ts';
import { asProblem, beginDocument, MAXIMUM_LAYERS, scanFile } from '../document.ts';
import type { TextEncoding } from '../encoding.ts';
import { PlacemarkKinds } from '../placemark-kinds.ts';
import type { ContainerElement } from '../reader.ts';
import { XmlFault } from '../scanner.ts';
import { BatchBuilder } from './batch-builder.ts';
import { DocumentScan, PlacemarkPieces, type ReadPlacemark } from './document-scan.ts';
import { layerNames } from './layer-names.ts';
import { LeftBehind } from './left-behind.ts';
import { Schemas } from './schemas.ts';
import { shapeOf } from './shape.ts';
import { LayerSurvey } from './survey.ts';

/**
 * Opens a KML file for reading feature by feature: one layer for each container that directly holds placemarks, one feature
 * for each placemark. A first pass collects fields and geometry types; `read` goes through the placemarks of its layer again.
 * @throws ProblemError for everything that is not well-formed KML
 */
export async function openKmlFeatures({ name, files }: DatasetFiles, options: OpenFeaturesOptions = {}): Promise<FeatureDataset> {
  const [file] = files;
  const watch = new EncodingWatch();
  const watched = watch.over(file);
  const encoding = await beginDocument(watched);
  const schemas = new Schemas();
  const kinds = new PlacemarkKinds();
  const layers: FeatureLayer[] = [];
  const general: DatasetNote[] = [];
  const notes: DatasetNote[] = [];
  try {
    const first = await survey(watched, encoding, schemas, kinds, options);
    const { surveys, leftBehind } = kinds.isLate ? await survey(file, encoding, schemas, kinds, options) : first;
    const names = layerNames([...surveys.keys()], name);
    for (const [i, own] of [...surveys.values()].entries()) {
      layers.push(layerOf(names[i], file, encoding, own, schemas));
      notes.push(...own.notes(names[i]), ...own.columns.notes(names[i]));
    }
    general.push(...leftBehind.notes());
  } catch (error) {
    throw await asProblem(error, file, encoding);
  }
  const ofDocument = encoding.label === 'utf-8' ? encodingNote(watch, file, 'Texts with such bytes were read as Windows-1252, the most likely encoding; check the accented letters.') : [];
  return { format: 'kml', name, layers, notes: [...ofDocument, ...general, ...limited(notes)], close: () => Promise.resolve() };
}

interface Found {
  readonly surveys: ReadonlyMap<ContainerElement | null, LayerSurvey>;
  readonly leftBehind: LeftBehind;
}

/** @throws XmlFault */
async function survey(file: InputFile, encoding: TextEncoding, schemas: Schemas, kinds: PlacemarkKinds, { onVertices, onProgress }: OpenFeaturesOptions): Promise<Found> {
  const surveys = new Map<ContainerElement | null, LayerSurvey>();
  const leftBehind = new LeftBehind();
  const pending = onVertices === undefined ? null : new BatchBuilder({ hasZ: false, hasIds: false });
  const emit = (): void => {
    const batch = pending?.take();
    if (batch !== undefined) onVertices?.(batch.geometry, batch.types.length);
  };
  const scan = new DocumentScan(schemas, null, (placemark) => {
    const { element, container, scope, coordinates } = placemark;
    let own = surveys.get(container);
    if (own === undefined) {
      if (surveys.size >= MAXIMUM_LAYERS) throw new XmlFault(`it has more than ${MAXIMUM_LAYERS} folders with placemarks`, element.start, 'limit');
      surveys.set(container, (own = new LayerSurvey(scope)));
    }
    const shape = shapeOf(element);
    own.add(placemark, shape);
    pending?.add(shape, coordinates, [], '');
    if (pending?.isFull === true) emit();
  }, (element) => leftBehind.see(element), (container) => leftBehind.seeEmpty(container), kinds);
  await scanFile(file, encoding, scan, onProgress);
  if (pending?.isEmpty === false) emit();
  return { surveys, leftBehind };
}

function layerOf(name: string, file: InputFile, encoding: TextEncoding, survey: LayerSurvey, schemas: Schemas): FeatureLayer {
  const fields = survey.columns.finish(schemas);
  const { types: geometryTypes, hasZ, hasOwnIds, count } = survey;
  return { name, crs: WGS84_BY_FORMAT, fields, geometryTypes, hasZ, hasM: false, ids: hasOwnIds ? 'own' : 'none', count, read: () => readLayer(file, encoding, survey, schemas) };
}

async function* readLayer(file: InputFile, encoding: TextEncoding, survey: LayerSurvey, schemas: Schemas): AsyncGenerator<FeatureBatch, void, undefined> {
  const { columns, spans, scope, hasZ, hasOwnIds, count } = survey;
  const builder = new BatchBuilder({ hasZ, hasIds: hasOwnIds });
  const take = ({ element, coordinates, values, id }: ReadPlacemark): void => builder.add(shapeOf(element), coordinates, columns.row(values), id);
  const pieces = new PlacemarkPieces(file, encoding, new DocumentScan(schemas, scope, take), spans.data[2 * count - 1]);
  for (let feature = 0; feature < count; feature++) {
    const start = spans.data[2 * feature];
    const end = spans.data[2 * feature + 1];
    try {
      if (!pieces.scan(start, end)) await pieces.loadAndScan(start, end);
    } catch (error) {
      throw await asProblem(error, file, encoding);
    }
    if (builder.isFull) yield builder.take();
  }
  if (!builder.isEmpty) yield builder.take();
}
