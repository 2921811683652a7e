// The process in which one task runs: node runner.ts TOOLS-MODULE SERVER-PID. It loads the tools, possibly long before there is a task,
// receives one order, reports its progress, and ends when its server disconnects.
import { readFile, writeFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ProblemError } from '@geoinsights/contract';
import type { ToolDefinition, ToolFile } from '@geoinsights/tools';
import { runSummarised } from '@geoinsights/tools/run-summarised';
import { progressOfTool } from '@geoinsights/tools/tier-up';
import { z } from 'zod';
import { isOfFullDisk } from '../files/full-disk.ts';
import { OfferedPieces } from './offered-pieces.ts';
import { refuseLargeReport } from './report-size.ts';
import { taskOrderSchema } from './runner-messages.ts';
import type { RunnerMessage, TaskOrder } from './runner-messages.ts';
import { loadTools } from './tools.ts';

// The tool may block this thread for long, so another thread notices when the server is gone, even if that happened before this point.
new Worker(new URL('./orphan-watch.ts', import.meta.url), { argv: process.argv.slice(3) }).unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const tools = await loadTools(z.string().parse(process.argv[2]));
process.once('message', (message) => void obey(message));
send({ kind: 'listening' });

async function obey(message: unknown): Promise<void> {
  send({ kind: 'begun' });
  try {
    await perform(taskOrderSchema.parse(message));
  } catch (error) {
    const problem = isOfFullDisk(error) ? new ProblemError('storage-full') : error;
    if (problem instanceof ProblemError) send({ kind: 'failed', code: problem.code, details: problem.details, failures: [...problem.failures] });
    else send({ kind: 'crashed', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

async function perform(order: TaskOrder): Promise<void> {
  moveInto(order.workFolder);
  const tool = tools.get(order.tool);
  if (tool === undefined) throw new Error(`There is no tool named ${order.tool}.`);
  if (order.isPiece === true) {
    send({ kind: 'answered', output: await answerPiece(tool, order) });
    return;
  }
  const onProgress = (share: number, stage: string) => send({ kind: 'progress', share: Math.min(1, Math.max(0, share)), stage: stage.slice(0, 200) });
  const { output, reportFile, report } = await runSummarised(tool, {
    inputs: order.inputs,
    options: tool.optionsSchema.parse(order.options),
    workFolder: order.workFolder,
    outputFolder: order.outputFolder,
    threads: order.threads,
    ...(order.elsewhere === undefined ? {} : { elsewhere: new OfferedPieces(order, order.elsewhere, send) }),
    bound: order.bound,
    onProgress: progressOfTool(tool, onProgress, order.inputs),
  });
  refuseLargeReport(report);
  // The server ends this process as soon as it has its answer, and the compiled code would be lost.
  flushCompileCache();
  send({ kind: 'done', output, reportFile, report: { ...report } });
}

async function answerPiece(tool: ToolDefinition, order: TaskOrder): Promise<ToolFile> {
  const [piece] = order.inputs;
  if (tool.answerPiece === undefined) throw new Error(`Tool ${order.tool} has no pieces.`);
  const answer = tool.answerPiece(await readFile(piece.path));
  const place = path.join(order.outputFolder, 'answer');
  await writeFile(place, answer);
  return { name: 'answer', path: place, size: answer.length };
}

function send(message: RunnerMessage): void {
  process.send?.(message);
}

/** Files that the tool writes to a default location are deleted with the task. */
function moveInto(workFolder: string): void {
  process.chdir(workFolder);
  Object.assign(process.env, { TMPDIR: workFolder, TEMP: workFolder });
}
