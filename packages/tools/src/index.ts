import { fixGeometry } from './fix-geometry/definition.ts';
import type { ToolDefinition } from './tool.ts';

export { checkFiles, fixGeometry, repairFiles } from './fix-geometry/definition.ts';
export type { DatasetResult } from './fix-geometry/definition.ts';
export { reportName, resultName, ARCHIVE_NAME } from './fix-geometry/result-naming.ts';
export { writeReportFile } from './fix-geometry/findings-report.ts';
export { writeArchive } from './fix-geometry/archive.ts';
export type { ToolContext, ToolDefinition, ToolFile, ToolResult } from './tool.ts';

/** Every tool there is, by the name in its address. */
export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map([[fixGeometry.name, fixGeometry]]);
