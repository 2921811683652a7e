import { ProblemError } from '@geoinsights/contract';
import { inTime } from './in-time.ts';

/** What the server cannot do its work without. */
export const READINESS_CHECKS = ['database', 'storage', 'queue', 'disk'] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

export type CheckOutcome = { readonly ok: true } | { readonly ok: false; readonly why: string };
export type ReadinessReport = Readonly<Record<ReadinessCheck, CheckOutcome>>;

/** Longer than the database is waited for, which then says itself that it is away. */
const DEADLINE_MILLISECONDS = 2000;

/**
 * Whether everything that the server works with answers now. A look at what does not answer is not begun a second time before the first
 * has ended, so that many who ask put no load on a part that hangs.
 */
export class Readiness {
  readonly #looks: Readonly<Record<ReadinessCheck, () => Promise<unknown>>>;
  readonly #deadlineMilliseconds: number;
  readonly #underWay = new Map<ReadinessCheck, Promise<CheckOutcome>>();
  #stopping = false;

  /** @param looks each resolves when its part can be worked with, and rejects when it cannot. */
  constructor(looks: Readonly<Record<ReadinessCheck, () => Promise<unknown>>>, deadlineMilliseconds = DEADLINE_MILLISECONDS) {
    this.#looks = looks;
    this.#deadlineMilliseconds = deadlineMilliseconds;
  }

  /** From now on the server is not ready for anything new, whatever its parts say. */
  stop(): void {
    this.#stopping = true;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Answers within the deadline, whatever hangs. */
  async report(): Promise<ReadinessReport> {
    const [database, storage, queue, disk] = await Promise.all(READINESS_CHECKS.map((check) => this.#outcomeInTime(check)));
    return { database, storage, queue, disk };
  }

  async #outcomeInTime(check: ReadinessCheck): Promise<CheckOutcome> {
    return (await inTime(this.#outcome(check), this.#deadlineMilliseconds)) ?? { ok: false, why: 'does not answer' };
  }

  #outcome(check: ReadinessCheck): Promise<CheckOutcome> {
    const underWay = this.#underWay.get(check);
    if (underWay !== undefined) return underWay;
    const look = this.#look(check).finally(() => this.#underWay.delete(check));
    this.#underWay.set(check, look);
    return look;
  }

  async #look(check: ReadinessCheck): Promise<CheckOutcome> {
    try {
      await this.#looks[check]();
      return { ok: true };
    } catch (error) {
      // The sentences of other errors may hold paths and addresses.
      return { ok: false, why: error instanceof ProblemError ? error.message : 'fails' };
    }
  }
}
