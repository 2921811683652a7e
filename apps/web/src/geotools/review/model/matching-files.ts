/** A repaired file, as the report names it. */
export interface KnownFile {
  readonly name: string;
  /** In hexadecimal digits; undefined if the report has none. */
  readonly sha256?: string | undefined;
}

/** The chosen files that were repaired, identified by SHA-256, or by name if the digest is unknown or the browser computes none (a page without TLS). */
export async function matchingFiles(files: readonly File[], known: readonly KnownFile[]): Promise<File[]> {
  const matching: File[] = [];
  for (const file of files) {
    const digest = isSecureContext ? await digestOf(file) : undefined;
    const matches = known.filter(({ name, sha256 }) => (digest === undefined || sha256 === undefined ? name === file.name : sha256 === digest));
    // Two repaired files may be equal: each is itself, whatever the other is called.
    const match = matches.find(({ name }) => name === file.name) ?? matches.at(0);
    // It is looked up by its name in the report.
    if (match !== undefined) matching.push(match.name === file.name ? file : new File([file], match.name));
  }
  return matching;
}

async function digestOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
