import { ProblemError } from '@geoinsights/contract';
import { runnerMessageSchema, type RunnerMessage, type TaskOrder } from '../src/tasks/runner-messages.ts';
import type { runToolProcess } from '../src/tasks/tool-process.ts';
import { loadTools } from '../src/tasks/tools.ts';

const asSent = (message: RunnerMessage): RunnerMessage => runnerMessageSchema.parse(JSON.parse(JSON.stringify(message)));

/**
 * Replaces `runToolProcess` for tests of what tools say about files: a process takes 0.4 CPU seconds to start, and
 * task-processes.integration.test.ts tests how processes of tasks end. The tool's messages go through the same schemas, as text.
 */
export const runToolHere: typeof runToolProcess = async (order: TaskOrder, { runners, reportSchema, onProgress }) => {
  const { inputs, workFolder, outputFolder, threads } = order;
  const tool = (await loadTools(runners.toolsModule)).get(order.tool);
  if (tool === undefined) throw new Error(`There is no tool named ${order.tool}.`);
  try {
    const done = await tool.run({ inputs, workFolder, outputFolder, threads, options: tool.optionsSchema.parse(order.options), onProgress });
    const message = asSent({ kind: 'done', ...done, report: { ...done.report } });
    if (message.kind === 'done') return { ...message, report: reportSchema.parse(message.report) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, details, failures } = error;
    const message = asSent({ kind: 'failed', code, details, failures: [...failures] });
    if (message.kind === 'failed') throw new ProblemError(message.code, message.details, { failures: message.failures });
  }
  throw new Error('The message became another one.');
};
