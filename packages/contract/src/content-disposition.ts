/** Name of a saved result if the response gives none (specification, section 9). */
export const DEFAULT_FILE_NAME = 'downloaded-file';

/**
 * The file name in a `Content-Disposition` header by RFC 6266: `filename*` takes precedence over `filename`. Anything unreadable counts as
 * absent. Folders in the name are removed.
 * @returns the name, or `downloaded-file`.
 */
export function fileNameFrom(contentDisposition: string | null): string {
  const parameters = readParameters(contentDisposition ?? '');
  const extended = parameters.get('filename*');
  const name = (extended === undefined ? undefined : decodeExtended(extended)) ?? parameters.get('filename');
  const lastPart = name?.split(/[/\\]/).at(-1)?.trim();
  return lastPart === undefined || lastPart === '' ? DEFAULT_FILE_NAME : lastPart;
}

/**
 * `name=token` and `name="quoted"` parts after the disposition type; the first of a name counts. Some servers write names with blanks, other characters or quotes
 * inside that no token may have, without quotes around them: such a name goes on to the next semicolon, as it does for browsers.
 */
function readParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const pattern = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";\s][^;]*))/g;
  for (const match of header.matchAll(pattern)) {
    const name = match[1].toLowerCase();
    const quoted = match.at(2);
    if (!parameters.has(name)) parameters.set(name, quoted === undefined ? match[3].trimEnd() : quoted.replace(/\\(.)/g, '$1'));
  }
  return parameters;
}

/** `UTF-8'language'percent-encoded` of RFC 8187; undefined for any other form or charset. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([^']*)'[^']*'(.*)$/.exec(value) ?? [];
  try {
    if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(encoded);
    if (charset.toLowerCase() === 'iso-8859-1') {
      return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    }
  } catch {
    // Not valid UTF-8 or not valid percent-encoding: use the plain `filename`.
  }
  return undefined;
}
