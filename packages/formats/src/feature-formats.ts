import type { FormatName } from '@geoinsights/contract';
import type { DatasetFiles } from './driver.ts';
import type { CreateDataset } from './features/dataset-writer.ts';
import type { FeatureDataset, OpenFeaturesOptions } from './features/feature-dataset.ts';

/** How a format is read feature by feature, and how new files are written. */
export interface FeatureFormat {
  /** @throws ProblemError with a code of the error table, for every file that is not what it should be */
  readonly openFeatures: (dataset: DatasetFiles, options?: OpenFeaturesOptions) => Promise<FeatureDataset>;
  readonly create: CreateDataset;
  /** The names of the main files that `create` will write for a dataset of layers with these names. Shapefiles may become more: layers are also divided by kind of geometry. */
  readonly mainFiles: (dataset: string, layers: readonly string[]) => readonly string[];
}

/** A format that holds all layers in one file. */
function oneFile(extension: string): FeatureFormat['mainFiles'] {
  return (dataset) => [dataset + extension];
}

/** Loaded on demand, like the drivers. */
const FORMATS: Readonly<Record<FormatName, () => Promise<FeatureFormat>>> = {
  shapefile: async () => {
    const [{ openShapefileFeatures }, { shapefileCreation }, { diskScratch }, { shapefileNames }] = await Promise.all([import('./shapefile/features.ts'), import('./shapefile/create.ts'), import('./files/disk.ts'), import('./shapefile/file-naming.ts')]);
    return { openFeatures: openShapefileFeatures, create: shapefileCreation(diskScratch), mainFiles: shapefileNames };
  },
  kml: async () => {
    const [{ openKmlFeatures }, { createKml }] = await Promise.all([import('./kml/features.ts'), import('./kmz/create.ts')]);
    return { openFeatures: openKmlFeatures, create: createKml, mainFiles: oneFile('.kml') };
  },
  kmz: async () => {
    const [{ openKmzFeatures }, { createKmz }] = await Promise.all([import('./kmz/open-features.ts'), import('./kmz/create.ts')]);
    return { openFeatures: openKmzFeatures, create: createKmz, mainFiles: oneFile('.kmz') };
  },
  geopackage: async () => {
    const [{ openGeopackageFeatures }, { createGeopackage }] = await Promise.all([import('./geopackage/reading/open-features.ts'), import('./geopackage/writing/create-geopackage.ts')]);
    return { openFeatures: openGeopackageFeatures, create: createGeopackage, mainFiles: oneFile('.gpkg') };
  },
  geojson: async () => {
    const [{ openGeoJsonFeatures }, { createGeoJson }, { layerFileNames }] = await Promise.all([import('./geojson/features.ts'), import('./geojson/create.ts'), import('./geojson/layer-file-names.ts')]);
    return { openFeatures: openGeoJsonFeatures, create: createGeoJson, mainFiles: layerFileNames };
  },
};

/** Reading and writing features of a format, in Node. */
export async function featureFormat(format: FormatName): Promise<FeatureFormat> {
  return FORMATS[format]();
}
