import { repairOptionsSchema } from '@geoinsights/contract';
import type { ToolDefinition } from '../tool.ts';
import { answerAsFile } from './pieces/piece-files.ts';
import { runFixGeometry, TOOL_NAME } from './run.ts';

export const fixGeometry: ToolDefinition<typeof repairOptionsSchema> = {
  name: TOOL_NAME,
  optionsSchema: repairOptionsSchema,
  run: (context) => runFixGeometry(context),
  answerPiece: answerAsFile,
};
