import { formatOfExtension, splitName } from '@geoinsights/formats/file-names';
import { descriptionOf } from '@geoinsights/formats';

/** Types of results other than main files of formats. */
const OTHERS: Readonly<Record<string, string>> = { '.json': 'application/json', '.zip': 'application/zip' };

/** The registered media type of a result, by its extension. */
export function mediaTypeOf(name: string): string {
  const { extension } = splitName(name);
  const format = formatOfExtension(extension);
  return OTHERS[extension] ?? (format === null ? 'application/octet-stream' : descriptionOf(format).mediaType);
}
