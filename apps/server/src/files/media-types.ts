import { formatOfExtension, splitName } from '@geoinsights/formats/file-names';
import { descriptionOf, FORMAT_DESCRIPTIONS } from '@geoinsights/formats';

/** Types of results other than main files of formats. */
const OTHERS: Readonly<Record<string, string>> = { '.json': 'application/json', '.zip': 'application/zip' };

const UNKNOWN = 'application/octet-stream';

/** The registered media type of a result, by its extension. */
export function mediaTypeOf(name: string): string {
  const { extension } = splitName(name);
  const format = formatOfExtension(extension);
  return OTHERS[extension] ?? (format === null ? UNKNOWN : descriptionOf(format).mediaType);
}

/** All types that a result may have. */
export const RESULT_MEDIA_TYPES: readonly string[] = [...new Set([...FORMAT_DESCRIPTIONS.map(({ mediaType }) => mediaType), ...Object.values(OTHERS), UNKNOWN])];
