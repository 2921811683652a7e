import { repairOptionsSchema } from '@geoinsights/contract';
import type { ToolDefinition } from '../tool.ts';
import { answerAsFile } from './pieces/piece-files.ts';
import { PiecesHereAndElsewhere } from './pieces/pieces-here-and-elsewhere.ts';
import { runFixGeometry, TOOL_NAME } from './run.ts';

export const fixGeometry: ToolDefinition<typeof repairOptionsSchema> = {
  name: TOOL_NAME,
  optionsSchema: repairOptionsSchema,
  run: ({ elsewhere, ...context }) => runFixGeometry(elsewhere === undefined ? context : { ...context, shareWork: (here) => new PiecesHereAndElsewhere(here, elsewhere) }),
  answerPiece: answerAsFile,
};
