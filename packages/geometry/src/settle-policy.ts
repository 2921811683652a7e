/** A repair is repeated on its own result until nothing is found; what is still found after this many times is told. */
const MOST_ROUNDS = 48;
/**
 * What changes after so many rounds is pushed back and forth by matching: all begins anew and leaves its borders alone. Not
 * sooner: needles narrower than the snap distance are cut back from their tips, a little with each round, and come to rest.
 */
const ROUNDS_TO_SETTLE = 24;
/** … and after so many more once again. */
const ROUNDS_TO_SETTLE_AGAIN = 8;
/** A layer that has so many times the vertices that the first round left it with is being tangled, and need not be waited for. */
const MOST_GROWTH = 4;
/** When it has begun anew so many times, no borders are matched at all. */
const TIMES_ANEW = 3;
/** What was too tangled to be matched so many times, although it was disentangled in between, is matched no more. */
const TIMES_TOO_TANGLED = 2;
/** A layer that is not settled after so many rounds is examined with more care for what comes back. */
const EARLY_ROUNDS = 5;

/** Whether and how a repair goes on that has not come to rest: with each step it matches less, until it can but settle. */
export class SettlePolicy {
  /** The round that is next, from 0. */
  round = 0;
  private begunAt = 0;
  private timesAnew = 0;
  private timesTooTangled = 0;
  /** Whether the next round leaves borders alone, so that the one after it finds features that do not overlap. */
  private onlyDisentangles = false;
  private mostVertices = Infinity;

  get goesOn(): boolean {
    return this.round < MOST_ROUNDS;
  }

  /** Whether borders are matched in this round. */
  get matches(): boolean {
    return !this.onlyDisentangles && this.timesTooTangled < TIMES_TOO_TANGLED && this.timesAnew < TIMES_ANEW;
  }

  /** As in `Examination`. */
  get isLate(): boolean {
    return this.round >= EARLY_ROUNDS;
  }

  /**
   * Whether all is to begin anew now, with the features left alone that changed last; that is taken to be done.
   *
   * @param vertexCount of the layer as it is.
   */
  beginsAnew(vertexCount: number): boolean {
    const patience = this.timesAnew === 0 ? ROUNDS_TO_SETTLE : ROUNDS_TO_SETTLE_AGAIN;
    if (this.timesAnew === TIMES_ANEW || (this.round - this.begunAt !== patience && vertexCount <= this.mostVertices)) return false;
    this.timesAnew++;
    this.begunAt = this.round;
    return true;
  }

  /** The round could not be done, as too many borders lie beside each other. */
  wasTooTangled(): void {
    this.timesTooTangled++;
    this.onlyDisentangles = true;
    this.round++;
  }

  /** The round is done, and left the layer with so many vertices. */
  wasDone(vertexCount: number): void {
    if (this.round === 0) this.mostVertices = MOST_GROWTH * vertexCount;
    this.onlyDisentangles = false;
    this.round++;
  }
}
