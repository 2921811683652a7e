/** From this number of polls within a moment, it pays off to read all at once. */
const MANY = 8;
const MOMENT_MILLISECONDS = 300;
/** Read again after this time, and for at most a tenth of the time. */
const REFRESH_MILLISECONDS = 100;
const SHARE_OF_READING = 10;

/**
 * Waiting and running tasks as of a moment ago, for polls: if hundreds of visitors poll once a second, each would queue at the
 * database. With few polls nothing is read ahead, and they get the current state from the database.
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

  /** Null if there is no recent state. */
  recent(uuid: string): Row | null {
    const now = performance.now();
    if (now >= this.#momentEnds) this.#beginMoment(now);
    this.#polls++;
    if (this.#polls >= MANY && now >= this.#refreshAt && !this.#isReading) void this.#refresh(now);
    if (now - this.#readAt >= MOMENT_MILLISECONDS || this.#readAt <= (this.#askedAt.get(uuid) ?? -Infinity)) return null;
    return this.#rows.get(uuid) ?? null;
  }

  /** Call this when the database has been asked for a task: from then on no older state is returned, so that no task goes backwards. */
  asked(uuid: string): void {
    this.#askedAt.set(uuid, performance.now());
  }

  /** Call this when a visitor has changed a task, so that the change is visible at once. */
  forget(): void {
    this.#changes++;
    this.#readAt = -Infinity;
  }

  #beginMoment(now: number): void {
    [this.#polls, this.#momentEnds] = [0, now + MOMENT_MILLISECONDS];
    // States older than a moment are not returned anyway.
    for (const [uuid, at] of this.#askedAt) if (at < now - MOMENT_MILLISECONDS) this.#askedAt.delete(uuid);
  }

  async #refresh(begun: number): Promise<void> {
    this.#isReading = true;
    const changes = this.#changes;
    try {
      const rows = await this.#read();
      if (changes === this.#changes) [this.#rows, this.#readAt] = [rows, begun];
    } catch {
      // The next caller asks the database itself and gets the error.
    }
    const now = performance.now();
    this.#refreshAt = Math.max(begun + REFRESH_MILLISECONDS, now + SHARE_OF_READING * (now - begun));
    this.#isReading = false;
  }
}
