import type { DatasetFiles, InputFile } from '../driver.ts';
import { splitName } from '../file-names.ts';

/** The files of one shapefile by their role. */
export interface ShapefileSet {
  readonly main: InputFile;
  /** The name of the main file in the result: as it came, but always with the extension .shp. */
  readonly mainName: string;
  readonly index: InputFile | null;
  /** The name for a missing index: in capitals if the main file's extension is. */
  readonly indexName: string;
  readonly attributes: InputFile | null;
  readonly projections: readonly InputFile[];
  /** All files but the main one and the index, in the given order. */
  readonly companions: readonly InputFile[];
  isSpatialIndex(file: InputFile): boolean;
}

/** ESRI's, its read-only form, and that of MapServer and GDAL. */
const SPATIAL_INDEX = /\.(sbn|sbx|fbn|fbx|qix)$/i;

/** The main file comes first; the others are identified by their extensions. */
export function shapefileSet({ files }: DatasetFiles): ShapefileSet {
  const [main, ...others] = files;
  const withExtension = (extension: string): InputFile | null => others.find(({ name }) => name.toLowerCase().endsWith(extension)) ?? null;
  const index = withExtension('.shx');
  const { base, extension } = splitName(main.name);
  return {
    main,
    mainName: extension === '.shp' ? main.name : `${base}.shp`,
    index,
    indexName: base + (main.name.endsWith('.SHP') ? '.SHX' : '.shx'),
    attributes: withExtension('.dbf'),
    projections: [withExtension('.prj'), withExtension('.qpj')].filter((file) => file !== null),
    companions: others.filter((file) => file !== index),
    isSpatialIndex: ({ name }) => SPATIAL_INDEX.test(name),
  };
}
