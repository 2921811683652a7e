export type { AttributeReader, Attributes, AttributeValue } from './attributes.ts';
export { crsFromEpsg, crsFromName, crsFromWkt, notesAsStated, unknownCrs, WGS84_BY_FORMAT } from './crs.ts';
export { EMPTY_EXTENT, extentOf, unitedExtent } from './extent.ts';
export type { Extent } from './extent.ts';
export { beyondDegreesNote, countOfDegrees } from './plausible-units.ts';
export { groupDatasets } from './datasets.ts';
export type { GroupOptions } from './datasets.ts';
export type { GroupedDatasets, SentDataset } from './grouping.ts';
export { detectContent } from './detect.ts';
export type { Detected } from './detected.ts';
export { driverFor } from './drivers.ts';
export type {
  CoordinateReferenceSystem,
  Dataset,
  DatasetContent,
  DatasetFiles,
  DatasetLayer,
  DatasetNote,
  FormatDriver,
  GivenFile,
  InputFile,
  OpenOptions,
  OutputFile,
  OutputFolder,
  SentName,
  UnreadableFile,
  WrittenFiles,
} from './driver.ts';
export { named } from './named-fields.ts';
export { NumberedNames } from './numbered-names.ts';
export { heightSystemLosses, heightSystemOf } from './height-system.ts';
export { inOrderSent, MOST_FAILURES, problemOfAll, reportedFailure } from './failures.ts';
export type { FailedFiles } from './failures.ts';
export { fileOfBlob } from './files/blob.ts';
export { copyFile, copyRange, writeFile } from './files/copy.ts';
export { diskFolder, flushFiles, openDiskFile, openDiskFileForEachRead, unflushedFolder } from './files/disk.ts';
export type { DiskFile } from './files/disk.ts';
export { fileOfBytes, memoryFolder } from './files/memory.ts';
export type { MemoryFolder } from './files/memory.ts';
export { readDirectory } from './kmz/zip-directory.ts';
export type { ZipEntry } from './kmz/zip-directory.ts';
export { namingArchive } from './naming-archive.ts';
export { FileWindow } from './files/window.ts';
export { descriptionOf, FORMAT_DESCRIPTIONS } from './descriptions/index.ts';
export type { FormatDescription } from './descriptions/format-description.ts';
export { featureFormat } from './feature-formats.ts';
export type { FeatureFormat } from './feature-formats.ts';
export { roundedCoordinates } from './geojson/losses.ts';
export { FIELD_TYPES } from './features/field.ts';
export type { Field, FieldType, FieldValue } from './features/field.ts';
export { BATCH_FEATURES, BATCH_VERTICES, GeometryType } from './features/feature-batch.ts';
export type { FeatureBatch, FeatureId } from './features/feature-batch.ts';
export type { FeatureDataset, FeatureLayer, LayerSchema, LayerVertices, OpenFeaturesOptions } from './features/feature-dataset.ts';
export type { CreateDataset, CreateOptions, DatasetTarget, DatasetWriter, WrittenDataset } from './features/dataset-writer.ts';
