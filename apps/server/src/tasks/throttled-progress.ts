const INTERVAL_MILLISECONDS = 300;

/** Writes the latest of many progress reports, at most a few times a second and one at a time. */
export class ThrottledProgress {
  readonly #write: (share: number, stage: string) => Promise<void>;
  #newest: { share: number; stage: string } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #lastWritten = 0;
  #ended = false;

  constructor(write: (share: number, stage: string) => Promise<void>) {
    this.#write = write;
  }

  report(share: number, stage: string): void {
    this.#newest = { share, stage };
    this.#schedule();
  }

  /** Nothing is written after this returns. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
  }

  #schedule(): void {
    if (this.#ended || this.#timer !== null || this.#writing !== null) return;
    const pause = Math.max(0, this.#lastWritten + INTERVAL_MILLISECONDS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writeNewest();
    }, pause);
  }

  /** A method: the compiler does not expect the field to change while something is written. */
  #hasNew(): boolean {
    return this.#newest !== null;
  }

  async #writeNewest(): Promise<void> {
    const newest = this.#newest;
    this.#newest = null;
    // A lost progress report does no harm; the next one follows.
    if (newest !== null) await this.#write(newest.share, newest.stage).catch(() => undefined);
    this.#lastWritten = performance.now();
    this.#writing = null;
    if (this.#hasNew()) this.#schedule();
  }
}
