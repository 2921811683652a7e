const MILLISECONDS_BETWEEN_DRAWINGS = 100;
const MILLISECONDS_BETWEEN_LINES = 10_000;
const WIDEST_BAR = 30;
const NARROWEST_BAR = 8;
/** Of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

/** What of a stream is needed to write progress to it. */
export interface ProgressStream {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

/**
 * How far the work is, in percent, and its stage: on a terminal one line that is drawn over and over, elsewhere a plain line
 * now and then, so that a log of hours of work shows that it goes on and one of seconds stays empty.
 */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #isQuiet: boolean;
  readonly #isDrawn: boolean;
  readonly #now: () => number;
  #last: number;

  constructor(stream: ProgressStream, isQuiet: boolean, now: () => number = () => performance.now(), terminal = process.env['TERM']) {
    this.#stream = stream;
    this.#isQuiet = isQuiet;
    // A dumb terminal is one that cannot go back to the beginning of a line.
    this.#isDrawn = stream.isTTY && terminal !== 'dumb';
    this.#now = now;
    this.#last = this.#isDrawn ? Number.NEGATIVE_INFINITY : now();
  }

  /** @param share from 0 to 1 */
  show(share: number, stage: string): void {
    if (this.#isQuiet) return;
    const now = this.#now();
    if (now - this.#last < (this.#isDrawn ? MILLISECONDS_BETWEEN_DRAWINGS : MILLISECONDS_BETWEEN_LINES)) return;
    this.#last = now;
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
    if (this.#isDrawn) this.#stream.write(`\r\x1b[2K${this.#line(share, percent, stage)}`);
    else this.#stream.write(`${percent} ${stage}\n`);
  }

  /** Takes the drawn line away. */
  end(): void {
    if (this.#isDrawn && !this.#isQuiet) this.#stream.write('\r\x1b[2K');
  }

  /** Percent and stage go before the bar where the terminal is narrow: they say more. */
  #line(share: number, percent: string, stage: string): string {
    const width = (this.#stream.columns > 0 ? this.#stream.columns : USUAL_WIDTH) - 1;
    const bar = Math.min(WIDEST_BAR, width - percent.length - stage.length - 2);
    if (bar < NARROWEST_BAR) return `${percent} ${stage}`.slice(0, width);
    const filled = Math.round(share * bar);
    return `${percent} ${'█'.repeat(filled)}${'░'.repeat(bar - filled)} ${stage}`;
  }
}
