/** A value read a moment ago, shared by everybody who asks within that moment. Requests during a read share its result. */
export class RecentlyRead<Value> {
  readonly #read: () => Promise<Value>;
  readonly #milliseconds: number;
  #reading: Promise<Value> | null = null;
  #goodUntil = Infinity;

  /** @param milliseconds how long a value stays valid, counted from when it was requested */
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
    // After a failed read, the next request tries again.
    reading.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading;
  }

  /** Call this after a change: no later request gets an older value. */
  forget(): void {
    this.#reading = null;
  }
}
