import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const programsSchema = z.object({ findOrUnpackFaketime: z.function({ input: [], output: z.string().nullable() }) });

/** Path of the library that `WrongClock` needs, unpacked if necessary; null if unavailable. */
export async function clockLibrary(): Promise<string | null> {
  const programs: unknown = await import(new URL('../../scripts/foreign-programs.mjs', import.meta.url).href);
  return programsSchema.parse(programs).findOrUnpackFaketime();
}

/** The time for programs started with `environment`: the real time until it is set to a wrong one. It passes at the normal rate. */
export class WrongClock {
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #file: string;

  constructor(library: string) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'geoinsights-clock-'));
    chmodSync(this.#folder, 0o755);
    this.#file = path.join(this.#folder, 'offset');
    this.environment = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: this.#file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_DISABLE_SHM: '1' };
    this.set(0);
  }

  /** @param seconds by which it is ahead of the right time */
  set(seconds: number): void {
    // The PostgreSQL server runs under an account of its own.
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${String(seconds)}\n`, { mode: 0o644 });
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
