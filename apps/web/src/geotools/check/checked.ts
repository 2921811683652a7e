import type { ReportAnswer } from '@geoinsights/contract';

/** The result of a check on this device. */
export interface Checked {
  /** Without the single findings. */
  readonly report: ReportAnswer;
  /** The whole report as JSON with one finding per line, as printed by `geotools check --json`. */
  readonly reportFile: Blob;
  /** The chosen files, unchanged. */
  readonly inputs: readonly File[];
}
