import { repairOptionsSchema, reportSchema } from '@geoinsights/contract';
import { z } from 'zod';
import type { ToolContext, ToolDefinition } from '../tool.ts';
import { runFollowingTools, type Step } from './following-tools.ts';
import { answerAsFile } from './pieces/piece-files.ts';
import { PiecesHereAndElsewhere } from './pieces/pieces-here-and-elsewhere.ts';
import { TOOL_NAME } from './report-of.ts';
import { runFixGeometry, type RunOptions } from './run.ts';

const MOST_STEPS = 4;

/** @param followers the tools that may process the repaired files further; at least one */
export function fixGeometry(followers: readonly ToolDefinition[]): ToolDefinition {
  const names = followers.map(({ name }) => name).join(', ');
  const [firstStep, ...otherSteps] = followers.map((tool) => z.strictObject({ tool: z.literal(tool.name), options: optionsOfStep(tool) }));
  const [firstReport, ...otherReports] = followers.map((tool) => tool.reportSchema);
  const stepSchema = z.discriminatedUnion('tool', [firstStep, ...otherSteps], { error: `takes a tool, one of ${names}, and its options` });
  const optionsSchema = repairOptionsSchema
    .extend({ then: z.array(stepSchema).max(MOST_STEPS, { error: `takes at most ${MOST_STEPS} tools` }).exactOptional().describe('Tools to run on the repaired files, one after the other. The result is that of the last one.') })
    .describe(repairOptionsSchema.description ?? '');
  const toolOf = new Map(followers.map((tool) => [tool.name, tool]));
  const stepsOf = (then: z.output<typeof stepSchema>[]): Step[] => then.flatMap((step) => {
    const tool = toolOf.get(step.tool);
    return tool === undefined ? [] : [{ tool, options: step.options }];
  });
  return {
    name: TOOL_NAME,
    title: 'Fix geometry',
    summary: 'Repair faults in the geometry of files, and return the files with nothing else changed.',
    inputs: { minimum: 1, maximum: null },
    optionsSchema,
    reportSchema: reportSchema.extend({ tool: z.literal(TOOL_NAME), then: z.array(z.union([firstReport, ...otherReports])).exactOptional() }),
    commandExamples: [],
    // Named when this was the only tool; clients generated from the API description use these names.
    schemaNames: { options: 'RepairOptions', report: 'Report' },
    compilesLate: true,
    reportsFindings: true,
    // A repair may take an hour, after which a step that cannot be done would leave nothing of it.
    checkOptions: async ({ then = [] }: z.output<typeof optionsSchema>) => {
      for (const { tool, options } of stepsOf(then)) await tool.checkOptions?.(options);
    },
    run: (context: ToolContext<z.output<typeof optionsSchema>>) => {
      const { then = [], ...options } = context.options;
      const steps = stepsOf(then);
      const repairing = { ...context, options };
      return steps.length === 0 ? repair(repairing) : runFollowingTools(steps, repairing, (each) => repair(each, { reportsResults: false }));
    },
    answerPiece: answerAsFile,
  };
}

function repair({ elsewhere, ...context }: ToolContext<z.output<typeof repairOptionsSchema>>, options: RunOptions = {}): ReturnType<typeof runFixGeometry> {
  return runFixGeometry(elsewhere === undefined ? context : { ...context, shareWork: (here) => new PiecesHereAndElsewhere(here, elsewhere) }, options);
}

/**
 * A step may leave out its options if none of them is required; what is missing is said of the option itself. No default is described: clients that are
 * generated from the description check it against the options, and do not compile where one is required.
 */
function optionsOfStep({ optionsSchema }: ToolDefinition) {
  if (optionsSchema.safeParse({}).success) return optionsSchema.optional().transform((options) => options ?? optionsSchema.parse({}));
  return z.preprocess((options) => (options === undefined ? {} : options), optionsSchema);
}
