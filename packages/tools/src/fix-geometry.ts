// The tool for whoever has its options already: without the library that the schemas need.
export { checkFiles, repairFiles, runFixGeometry } from './fix-geometry/run.ts';
export type { FindingsByLayer } from './fix-geometry/findings-report.ts';
export { writeReportFile } from './fix-geometry/report-file.ts';
export type { ToolContext, ToolFile } from './tool.ts';
