/** With more addresses, the oldest ones are forgotten: somebody with many addresses must not fill the memory. */
const COUNTED_ADDRESSES = 20_000;

/** A visitor's total in a time window. */
export interface Count {
  readonly amount: number;
  readonly millisecondsLeft: number;
}

/** Counts to send to the other servers. */
export interface News {
  readonly visitor: string;
  /** Since it was last sent. */
  readonly amount: number;
  readonly millisecondsLeft: number;
}

interface Window {
  /** The amount sent to the other servers, and the amount received from them. */
  exchanged: number;
  /** What was added here since. */
  pending: number;
  until: number;
}

/** Counts what each visitor does in a time window that starts with the first event, for this server and, as far as reported, others. */
export class WindowCounts {
  /** The name under which servers share the count. */
  readonly name: string;
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #windows = new Map<string, Window>();
  /** Visitors with news, so that the others need not be searched. */
  readonly #changed = new Set<string>();

  constructor(name: string, milliseconds: number, now: () => number = () => performance.now()) {
    this.name = name;
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  add(visitor: string, amount: number): Count {
    const window = this.#windowOf(visitor) ?? { exchanged: 0, pending: 0, until: this.#now() + this.#milliseconds };
    window.pending += amount;
    this.#windows.set(visitor, window);
    this.#changed.add(visitor);
    this.#forgetFirst();
    return this.#countOf(window);
  }

  of(visitor: string): Count {
    const window = this.#windowOf(visitor);
    return window === null ? { amount: 0, millisecondsLeft: this.#milliseconds } : this.#countOf(window);
  }

  /** The new amounts since the last call, for visitors whose total has reached `least`; smaller ones are not worth sending yet. */
  takeNews(least: number): News[] {
    const news: News[] = [];
    for (const visitor of this.#changed) {
      const window = this.#windowOf(visitor);
      if (window !== null && window.exchanged + window.pending < least) continue;
      this.#changed.delete(visitor);
      if (window === null || window.pending === 0) continue;
      news.push({ visitor, amount: window.pending, millisecondsLeft: window.until - this.#now() });
      window.exchanged += window.pending;
      window.pending = 0;
    }
    return news;
  }

  /** Stores the total of all servers, which includes the news. */
  learn(visitor: string, { amount, millisecondsLeft }: Count): void {
    const window = this.#windowOf(visitor);
    if (window === null) return;
    window.exchanged = amount;
    window.until = this.#now() + millisecondsLeft;
  }

  /** News that could not be sent goes with the next. */
  putBack(news: readonly News[]): void {
    for (const { visitor, amount } of news) {
      const window = this.#windowOf(visitor);
      if (window === null) continue;
      window.exchanged -= amount;
      window.pending += amount;
      this.#changed.add(visitor);
    }
  }

  #windowOf(visitor: string): Window | null {
    const known = this.#windows.get(visitor);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#windows.delete(visitor);
    return null;
  }

  #countOf({ exchanged, pending, until }: Window): Count {
    return { amount: exchanged + pending, millisecondsLeft: until - this.#now() };
  }

  #forgetFirst(): void {
    for (const first of this.#windows.keys()) {
      if (this.#windows.size <= COUNTED_ADDRESSES) return;
      this.#windows.delete(first);
      this.#changed.delete(first);
    }
  }
}
