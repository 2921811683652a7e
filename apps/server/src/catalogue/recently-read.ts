/** What was read a moment ago, for all who ask within that moment. Those who come while it is read get the same. */
export class RecentlyRead<Value> {
  readonly #read: () => Promise<Value>;
  readonly #milliseconds: number;
  #reading: Promise<Value> | null = null;
  #goodUntil = Infinity;

  /** @param milliseconds for how long it is good enough, from when it was asked for */
  constructor(read: () => Promise<Value>, milliseconds: number) {
    this.#read = read;
    this.#milliseconds = milliseconds;
  }

  get(): Promise<Value> {
    const now = performance.now();
    if (this.#reading !== null && now < this.#goodUntil) return this.#reading;
    const reading = this.#read();
    this.#reading = reading;
    this.#goodUntil = now + this.#milliseconds;
    // What could not be read is tried again by the next one.
    reading.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading;
  }

  /** To be called when it has changed: nobody who asks later gets what was read before. */
  forget(): void {
    this.#reading = null;
  }
}
