import type { ReportAnswer } from '@geoinsights/contract';

/** What a check on this device ended with. */
export interface Checked {
  /** Without the single findings. */
  readonly report: ReportAnswer;
  /** The whole report as JSON with one finding a line, as `geotools check --json` prints it. */
  readonly reportFile: Blob;
  /** What was chosen. Nothing of it was changed. */
  readonly inputs: readonly File[];
}
