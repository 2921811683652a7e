import { oneLine } from './one-line.ts';

const MILLISECONDS_BETWEEN_DRAWINGS = 100;
const MILLISECONDS_BETWEEN_LINES = 10_000;
const WIDEST_BAR = 30;
const NARROWEST_BAR = 8;
/** For a terminal that does not report its width. */
const USUAL_WIDTH = 80;

/** The part of a stream needed for writing progress. */
interface ProgressStream {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): unknown;
}

export interface ProgressSettings {
  /** Nothing is shown. */
  readonly isQuiet?: boolean;
  /** In milliseconds. */
  readonly now?: () => number;
  /** What kind of terminal it is, as in the variable TERM. */
  readonly terminal?: string | undefined;
}

/**
 * Shows percentage and stage: on a terminal as one line that is redrawn, elsewhere as a plain line now and then, so that the log of
 * hours of work shows that it continues and that of seconds stays empty.
 */
export class Progress {
  readonly #stream: ProgressStream;
  readonly #isQuiet: boolean;
  readonly #isDrawn: boolean;
  readonly #now: () => number;
  #last: number;

  constructor(stream: ProgressStream, { isQuiet = false, now = () => performance.now(), terminal = process.env['TERM'] }: ProgressSettings = {}) {
    this.#stream = stream;
    this.#isQuiet = isQuiet;
    // A dumb terminal cannot return to the start of a line.
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
    const words = oneLine(stage);
    if (this.#isDrawn) this.#stream.write(`\r\x1b[2K${this.#line(share, percent, words)}`);
    else this.#stream.write(`${percent} ${words}\n`);
  }

  /** Removes the drawn line. */
  end(): void {
    if (this.#isDrawn && !this.#isQuiet) this.#stream.write('\r\x1b[2K');
  }

  /** On a narrow terminal, percentage and stage take precedence over the bar. */
  #line(share: number, percent: string, stage: string): string {
    const width = (this.#stream.columns > 0 ? this.#stream.columns : USUAL_WIDTH) - 1;
    const bar = Math.min(WIDEST_BAR, width - percent.length - stage.length - 2);
    if (bar < NARROWEST_BAR) return `${percent} ${stage}`.slice(0, width);
    const filled = Math.round(share * bar);
    return `${percent} ${'█'.repeat(filled)}${'░'.repeat(bar - filled)} ${stage}`;
  }
}
