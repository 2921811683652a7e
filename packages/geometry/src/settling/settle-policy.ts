/** A repair is repeated on its own result until nothing is found. Whatever is still found after this many rounds is reported. */
const MOST_ROUNDS = 48;
/**
 * Features that still change after this many rounds are pushed back and forth by matching: the repair starts over without
 * matching their borders. It does not start over sooner, because needles narrower than the snap distance are cut back from
 * their tips a little in each round, and do settle.
 */
const ROUNDS_TO_SETTLE = 24;
/** … and again after this many more rounds. */
const ROUNDS_TO_SETTLE_AGAIN = 8;
/**
 * A layer that grows to this many times the vertices that it had after the first round is getting tangled, so the repair does not
 * wait to start over.
 */
const MOST_GROWTH = 4;
/** After starting over this many times, no borders are matched at all. */
const MOST_RESTARTS = 3;
/** A layer that was too tangled to match this many times, despite being disentangled in between, is not matched any more. */
const TIMES_TOO_TANGLED = 2;
/** A layer that has not settled after this many rounds is examined with more care for faults that come back. */
const EARLY_ROUNDS = 5;

/** Decides whether and how a repair that has not settled continues. With each step it matches less, until it must settle. */
export class SettlePolicy {
  /** The next round, counted from 0. */
  round = 0;
  private startedAt = 0;
  private restarts = 0;
  private timesTooTangled = 0;
  /** Whether the next round does not match borders, so that the one after it finds features that do not overlap. */
  private onlyDisentangles = false;
  private mostVertices = Infinity;

  get continues(): boolean {
    return this.round < MOST_ROUNDS;
  }

  /** Whether borders are matched in this round. */
  get matches(): boolean {
    return !this.onlyDisentangles && this.timesTooTangled < TIMES_TOO_TANGLED && this.restarts < MOST_RESTARTS;
  }

  /** As in `Examination`. */
  get isLate(): boolean {
    return this.round >= EARLY_ROUNDS;
  }

  /**
   * Whether to start over now, without matching the features that changed last. If so, this counts as having started over.
   *
   * @param vertexCount of the current layer.
   */
  shouldRestart(vertexCount: number): boolean {
    const patience = this.restarts === 0 ? ROUNDS_TO_SETTLE : ROUNDS_TO_SETTLE_AGAIN;
    if (this.restarts === MOST_RESTARTS || (this.round - this.startedAt !== patience && vertexCount <= this.mostVertices)) return false;
    this.restarts++;
    this.startedAt = this.round;
    return true;
  }

  /** The round could not be completed, because too many borders lie side by side. */
  wasTooTangled(): void {
    this.timesTooTangled++;
    this.onlyDisentangles = true;
    this.round++;
  }

  /** The round is done, and the layer now has this many vertices. */
  wasDone(vertexCount: number): void {
    if (this.round === 0) this.mostVertices = MOST_GROWTH * vertexCount;
    this.onlyDisentangles = false;
    this.round++;
  }
}
