import { z } from 'zod';

/**
 * A short list that this browser keeps for this site, the newest first. It is a help and nothing to rely on: where the browser keeps
 * nothing (private windows, a storage that is full or forbidden) it is simply empty the next time.
 */
export class StoredList<Entry> {
  readonly #key: string;
  readonly #schema: z.ZodType<Entry>;
  readonly #most: number;

  /** @param most how many are kept; the oldest go */
  constructor(key: string, schema: z.ZodType<Entry>, most: number) {
    this.#key = key;
    this.#schema = schema;
    this.#most = most;
  }

  /** What is kept, as far as it is of the form that it should have: others may write there, too. */
  read(): Entry[] {
    return this.parse(this.text());
  }

  /** As it is stored; a text that is the same means that nothing has changed. */
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

  /** @returns whether it is kept */
  write(entries: readonly Entry[]): boolean {
    try {
      if (entries.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(entries.slice(0, this.#most)));
      return true;
    } catch {
      return false;
    }
  }

  /** Whether an event of the storage speaks of this list. */
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
