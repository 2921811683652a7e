import { ProblemError } from '@geoinsights/contract';
import { inTime } from './in-time.ts';

/** What the server cannot work without. */
const READINESS_CHECKS = ['database', 'storage', 'queue', 'disk'] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

export type CheckOutcome = { readonly ok: true } | { readonly ok: false; readonly why: string };
export type ReadinessReport = Readonly<Record<ReadinessCheck, CheckOutcome>>;

/** Longer than the database timeout, after which the database itself reports that it is unavailable. */
const DEADLINE_MILLISECONDS = 2000;

/**
 * Whether every part the server depends on responds now. A check of an unresponsive part is not started again before the first one
 * has ended, so that many callers put no load on a part that hangs.
 */
export class Readiness {
  readonly #looks: Readonly<Record<ReadinessCheck, () => Promise<unknown>>>;
  readonly #deadlineMilliseconds: number;
  readonly #underWay = new Map<ReadinessCheck, Promise<CheckOutcome>>();
  #stopping = false;

  /** @param looks each resolves if its part works, and rejects if it does not. */
  constructor(looks: Readonly<Record<ReadinessCheck, () => Promise<unknown>>>, deadlineMilliseconds = DEADLINE_MILLISECONDS) {
    this.#looks = looks;
    this.#deadlineMilliseconds = deadlineMilliseconds;
  }

  /** From now on the server is not ready for anything new, whatever the checks say. */
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
      // Messages of other errors may contain paths and addresses.
      return { ok: false, why: error instanceof ProblemError ? error.message : 'fails' };
    }
  }
}
