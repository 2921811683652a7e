/** So many polls within a moment are many: then it pays to read all at once. */
const MANY = 8;
const MOMENT_MILLISECONDS = 300;
/** Read again after so long, and at most a tenth of the time. */
const REFRESH_MILLISECONDS = 100;
const SHARE_OF_READING = 10;

/**
 * What waits and runs, as it was a moment ago, for polls: where hundreds of visitors ask once a second, each would wait for his turn at the database.
 * Nothing is read where few ask; they get what is true now from the database.
 */
export class UnfinishedTasks<Row> {
  readonly #read: () => Promise<ReadonlyMap<string, Row>>;
  #rows: ReadonlyMap<string, Row> = new Map();
  #readAt = -Infinity;
  #refreshAt = -Infinity;
  #isReading = false;
  /** When the database itself was last asked for a task. */
  readonly #askedAt = new Map<string, number>();
  #changes = 0;
  #polls = 0;
  #momentEnds = -Infinity;

  /** @param read all that wait or run, by their uuid */
  constructor(read: () => Promise<ReadonlyMap<string, Row>>) {
    this.#read = read;
  }

  /** Null for what is not known from a moment ago. */
  recent(uuid: string): Row | null {
    const now = performance.now();
    if (now >= this.#momentEnds) this.#beginMoment(now);
    this.#polls++;
    if (this.#polls >= MANY && now >= this.#refreshAt && !this.#isReading) void this.#refresh(now);
    if (now - this.#readAt >= MOMENT_MILLISECONDS || this.#readAt <= (this.#askedAt.get(uuid) ?? -Infinity)) return null;
    return this.#rows.get(uuid) ?? null;
  }

  /** To be called when the database has been asked for a task: nothing older is told of it from then on, so that no task goes back. */
  asked(uuid: string): void {
    this.#askedAt.set(uuid, performance.now());
  }

  /** To be called when a visitor has changed a task: he sees it at once. */
  forget(): void {
    this.#changes++;
    this.#readAt = -Infinity;
  }

  #beginMoment(now: number): void {
    [this.#polls, this.#momentEnds] = [0, now + MOMENT_MILLISECONDS];
    // Nothing is told that is older than a moment anyway.
    for (const [uuid, at] of this.#askedAt) if (at < now - MOMENT_MILLISECONDS) this.#askedAt.delete(uuid);
  }

  async #refresh(begun: number): Promise<void> {
    this.#isReading = true;
    const changes = this.#changes;
    try {
      const rows = await this.#read();
      if (changes === this.#changes) [this.#rows, this.#readAt] = [rows, begun];
    } catch {
      // Whoever asks next asks the database himself, and is told.
    }
    const now = performance.now();
    this.#refreshAt = Math.max(begun + REFRESH_MILLISECONDS, now + SHARE_OF_READING * (now - begun));
    this.#isReading = false;
  }
}
