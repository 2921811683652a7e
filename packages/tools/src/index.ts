import { fixGeometry } from './fix-geometry/definition.ts';
import { previewTolerances } from './preview-tolerances/definition.ts';
import type { ToolDefinition } from './tool.ts';

export type { PieceReply, PiecesElsewhere } from './pieces-elsewhere.ts';
export type { ToolContext, ToolDefinition, ToolFile, ToolResult } from './tool.ts';

/** Every tool there is, by the name in its address. */
export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map<string, ToolDefinition>([
  [fixGeometry.name, fixGeometry],
  [previewTolerances.name, previewTolerances],
]);
