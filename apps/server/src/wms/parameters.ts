import { shortText } from '@geoinsights/contract/short-text';
import { ServiceError } from './service-error.ts';

const LONGEST_VALUE = 8192;

/** The parameters of a request. Names ignore case; if one repeats, the first counts. */
export class Parameters {
  readonly #values = new Map<string, string>();

  constructor(query: URLSearchParams) {
    for (const [name, value] of query) {
      const upper = name.toUpperCase();
      if (!this.#values.has(upper)) this.#values.set(upper, value);
    }
  }

  /** Null if it is absent. */
  get(name: string): string | null {
    const value = this.#values.get(name) ?? null;
    if (value !== null && value.length > LONGEST_VALUE) throw new ServiceError(null, `${name} is longer than ${String(LONGEST_VALUE)} characters.`, name);
    return value;
  }

  /** @throws ServiceError if it is absent or empty. */
  require(name: string): string {
    const value = this.get(name);
    if (value === null || value.trim() === '') throw new ServiceError(null, `The parameter ${name} is missing.`, name);
    return value;
  }

  /**
   * The value of the first name, or of the other name, which another version of the standard uses.
   * @throws ServiceError if neither is present, about the first
   */
  requireEither(name: string, other: string): string {
    return [name, other].map((each) => this.get(each)).find((value) => value !== null && value.trim() !== '') ?? this.require(name);
  }

  /** @throws ServiceError if it is present and not an integer in the range. */
  integer(name: string, minimum: number, maximum: number): number | null {
    const text = this.get(name);
    if (text === null || text === '') return null;
    const value = /^\+?\d{1,9}(\.0*)?$/.test(text.trim()) ? Number(text) : NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new ServiceError(null, `${name} must be a whole number from ${String(minimum)} to ${String(maximum)}, not "${excerpt(text)}".`, name);
  }
}

/** As much of a value as fits into a sentence. */
export function excerpt(text: string): string {
  return shortText(text, 60);
}
