import type { FormatName } from '@geoinsights/contract';
import type { DatasetFiles } from './driver.ts';
import type { CreateDataset } from './features/dataset-writer.ts';
import type { FeatureDataset, OpenFeaturesOptions } from './features/feature-dataset.ts';

/** How a format is read feature by feature, and how new files are written. */
export interface FeatureFormat {
  /** @throws ProblemError with a code of the error table, for every file that is not what it should be */
  readonly openFeatures: (dataset: DatasetFiles, options?: OpenFeaturesOptions) => Promise<FeatureDataset>;
  readonly create: CreateDataset;
}

/** Loaded on demand, like the drivers. */
const FORMATS: Readonly<Record<FormatName, () => Promise<FeatureFormat>>> = {
  shapefile: async () => {
    const [{ openShapefileFeatures }, { shapefileCreation }, { diskScratch }] = await Promise.all([import('./shapefile/features.ts'), import('./shapefile/create.ts'), import('./files/disk.ts')]);
    return { openFeatures: openShapefileFeatures, create: shapefileCreation(diskScratch) };
  },
  kml: async () => {
    const [{ openKmlFeatures }, { createKml }] = await Promise.all([import('./kml/features.ts'), import('./kmz/create.ts')]);
    return { openFeatures: openKmlFeatures, create: createKml };
  },
  kmz: async () => {
    const [{ openKmzFeatures }, { createKmz }] = await Promise.all([import('./kmz/open-features.ts'), import('./kmz/create.ts')]);
    return { openFeatures: openKmzFeatures, create: createKmz };
  },
  geopackage: async () => {
    const [{ openGeopackageFeatures }, { createGeopackage }] = await Promise.all([import('./geopackage/reading/open-features.ts'), import('./geopackage/writing/create-geopackage.ts')]);
    return { openFeatures: openGeopackageFeatures, create: createGeopackage };
  },
  geojson: async () => {
    const [{ openGeoJsonFeatures }, { createGeoJson }] = await Promise.all([import('./geojson/features.ts'), import('./geojson/create.ts')]);
    return { openFeatures: openGeoJsonFeatures, create: createGeoJson };
  },
};

/** Reading and writing features of a format, in Node. */
export async function featureFormat(format: FormatName): Promise<FeatureFormat> {
  return FORMATS[format]();
}
