// The tool for callers that already have its options: without the schema library.
export { checkFiles, nameOfPacked, repairFiles, runFixGeometry } from './fix-geometry/run.ts';
export { digestsOf } from './files/digest.ts';
export type { FindingsByLayer } from './fix-geometry/findings-report.ts';
export { writeReportFile } from './fix-geometry/report-file.ts';
export type { RepairContext } from './fix-geometry/batch.ts';
export type { ToolFile } from './tool.ts';
