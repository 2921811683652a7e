import { TOOL_LIST } from './list.ts';
import type { ToolDefinition } from './tool.ts';

export type { PieceReply, PiecesElsewhere } from './pieces-elsewhere.ts';
export type { InputCount, ToolContext, ToolDefinition, ToolFile, ToolResult } from './tool.ts';

const loaded = await Promise.all(TOOL_LIST.map((tool) => tool.load()));

/** Every tool, by the name in its address. */
export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map(loaded.map((tool) => [tool.name, tool]));
