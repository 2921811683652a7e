import { z } from 'zod';

/**
 * A short list that this browser stores for this site, newest first. It is a convenience and not reliable: if the browser stores nothing
 * (in private windows, or if storage is full or forbidden) it is simply empty the next time.
 */
export class StoredList<Entry> {
  readonly #key: string;
  readonly #schema: z.ZodType<Entry>;
  readonly #most: number;

  /** @param most the maximum number of entries; the oldest are dropped */
  constructor(key: string, schema: z.ZodType<Entry>, most: number) {
    this.#key = key;
    this.#schema = schema;
    this.#most = most;
  }

  /** The stored entries that have the right form; other code may write there, too. */
  read(): Entry[] {
    return this.parse(this.text());
  }

  /** The stored text; an equal text means that nothing has changed. */
  text(): string {
    try {
      return localStorage.getItem(this.#key) ?? '';
    } catch {
      return '';
    }
  }

  parse(text: string): Entry[] {
    const list = z.array(z.unknown()).safeParse(jsonOf(text));
    if (!list.success) return [];
    return list.data.slice(0, this.#most).flatMap((given) => {
      const entry = this.#schema.safeParse(given);
      return entry.success ? [entry.data] : [];
    });
  }

  /** @returns whether it was stored */
  write(entries: readonly Entry[]): boolean {
    try {
      if (entries.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(entries.slice(0, this.#most)));
      return true;
    } catch {
      return false;
    }
  }

  /** Whether a storage event concerns this list. */
  isOf({ key }: StorageEvent): boolean {
    return key === this.#key || key === null;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
