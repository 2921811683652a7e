const WIDTH = 30;
const MILLISECONDS_BETWEEN_DRAWINGS = 100;

/** One line on a terminal that is drawn over and over; nothing where the output is no terminal. */
export class ProgressBar {
  private readonly stream: NodeJS.WriteStream;
  private readonly visible: boolean;
  private lastDrawing = 0;

  constructor(stream: NodeJS.WriteStream, visible: boolean) {
    this.stream = stream;
    this.visible = visible && stream.isTTY;
  }

  draw(share: number, stage: string): void {
    const now = performance.now();
    if (!this.visible || (now - this.lastDrawing < MILLISECONDS_BETWEEN_DRAWINGS && share < 1)) return;
    this.lastDrawing = now;
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const line = `${bar} ${String(Math.floor(share * 100)).padStart(3)} % ${stage}`;
    this.stream.write(`\r\x1b[2K${line.slice(0, Math.max(20, this.stream.columns - 1))}`);
  }

  clear(): void {
    if (this.visible) this.stream.write('\r\x1b[2K');
  }
}
