import { forgetFirst } from './forget-first.ts';

const HOUR = 3_600_000;

/** How many bytes each visitor has sent in an hour that began with the first of them. */
export class HourlyBytes {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #visitors = new Map<string, { bytes: number; readonly until: number }>();

  /** @param limit 0 for none */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  add(visitor: string, bytes: number): void {
    const known = this.#of(visitor);
    if (known !== null) known.bytes += bytes;
    else this.#visitors.set(visitor, { bytes, until: this.#now() + HOUR });
    forgetFirst(this.#visitors);
  }

  /** In how many seconds the visitor may send so many more; 0 for now. */
  secondsUntil(visitor: string, bytes: number): number {
    const known = this.#of(visitor);
    if (this.#limit === 0 || (known?.bytes ?? 0) + bytes <= this.#limit) return 0;
    return Math.max(1, Math.ceil(((known?.until ?? this.#now() + HOUR) - this.#now()) / 1000));
  }

  #of(visitor: string): { bytes: number; readonly until: number } | null {
    const known = this.#visitors.get(visitor);
    if (known !== undefined && known.until > this.#now()) return known;
    this.#visitors.delete(visitor);
    return null;
  }
}
