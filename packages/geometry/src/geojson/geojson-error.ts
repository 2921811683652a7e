/** Thrown for input that is not repairable GeoJSON. The message is a sentence that begins with `path`. */
export class GeoJsonError extends Error {
  override readonly name = 'GeoJsonError';
  /** Where the fault is, as in `features[3].geometry.coordinates[0][7]`; empty for the collection itself. */
  readonly path: string;

  /** @param reason the rest of the sentence, as in `is not a ring: a list of positions`. */
  constructor(path: string, reason: string) {
    super(`${path === '' ? 'The FeatureCollection' : path} ${reason}.`);
    this.path = path;
  }
}

/** The names and indices that lead to a value. */
export type Path = readonly (string | number)[];

export function pathText(path: Path): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}
