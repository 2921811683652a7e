import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ProblemError, reportSchema } from '@geoinsights/contract';
import type { Report } from '@geoinsights/contract';
import type { ToolContext, ToolDefinition, ToolResult } from '@geoinsights/tools';
import { z } from 'zod';

const BEHAVIOURS = ['copy', 'steps', 'problem', 'throw', 'exit', 'hang', 'stand-still', 'hang-with-child', 'typed-arrays', 'heap', 'stray-result', 'wrong-message', 'wrong-report', 'large-report', 'tell-of-process', 'pieces'] as const;

const optionsSchema = z.strictObject({
  behaviour: z.enum(BEHAVIOURS).default('copy'),
  milliseconds: z.number().default(0),
  /** How many pieces to cut its work into. */
  pieces: z.number().default(0),
});

/** A tool that does what a test asks for: work, fail, hang, or use up memory. */
const testTool: ToolDefinition<typeof optionsSchema, typeof reportSchema> = {
  name: 'test-tool',
  title: 'Test tool',
  summary: 'Does what a test asks for.',
  inputs: { minimum: 1, maximum: null },
  optionsSchema,
  reportSchema,
  commandExamples: [],
  async run(context) {
    switch (context.options.behaviour) {
      case 'copy':
        return copyInput(context);
      case 'steps':
        for (let step = 0; step < 10; step++) {
          context.onProgress(step / 10, `step ${step + 1}`);
          await pause(context.options.milliseconds / 10);
        }
        return copyInput(context);
      case 'problem':
        throw new ProblemError('file-empty', { file: 'a.kml' });
      case 'throw':
        throw new Error('a fault with a /secret/path');
      case 'exit':
        process.exit(7);
        break;
      case 'hang':
        context.onProgress(0.25, 'hanging');
        await pause(50);
        return countForever();
      case 'stand-still':
        context.onProgress(0.25, 'standing still');
        await pause(50);
        // Reads no messages either, and leaves the processor to others.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        break;
      case 'hang-with-child': {
        context.onProgress(0.5, `child ${String(await startChild())}`);
        await pause(600_000);
        break;
      }
      case 'typed-arrays':
        return fillTypedArrays();
      case 'heap':
        return fillHeap();
      case 'stray-result': {
        const result = await copyInput(context);
        return { ...result, output: { ...result.output, path: '/etc/hostname' } };
      }
      case 'tell-of-process': {
        const result = await copyInput(context);
        await writeFile(result.output.path, JSON.stringify({ pid: process.pid, folder: process.cwd(), temporary: tmpdir(), environment: Object.keys(process.env) }));
        return result;
      }
      case 'pieces': {
        const result = await copyInput(context);
        await writeFile(result.output.path, JSON.stringify(await Promise.all(Array.from({ length: context.options.pieces }, (_, number) => answerOf(number, context)))));
        return result;
      }
      case 'large-report': {
        const { report, ...files } = await copyInput(context);
        return { ...files, report: { ...report, notes: [{ code: 'file-left-out', text: 'x'.repeat(17 * 1_048_576) }] } };
      }
      case 'wrong-report': {
        const { output, reportFile } = await copyInput(context);
        process.send?.({ kind: 'done', output, reportFile, report: { tool: 'test-tool', failures: [], notes: [], found: 'everything' } });
        await pause(600_000);
        break;
      }
      case 'wrong-message':
        process.send?.({ kind: 'done', output: 'everything' });
        await pause(600_000);
    }
    throw new Error('unreachable');
  },
  answerPiece(piece) {
    const { number, milliseconds } = pieceSchema.parse(JSON.parse(Buffer.from(piece).toString()));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    return Buffer.from(JSON.stringify({ number, folder: process.cwd() }));
  },
};

const pieceSchema = z.object({ number: z.number(), milliseconds: z.number() });

/** The result of a piece: the folder of the process that did it, which tells on which server that was, or how else it ended. */
async function answerOf(number: number, { elsewhere, options }: ToolContext<z.output<typeof optionsSchema>>): Promise<unknown> {
  if (elsewhere === undefined) return { number, reply: 'nobody' };
  const { piece, answer } = elsewhere.placesOf(number);
  await writeFile(piece, JSON.stringify({ number, milliseconds: options.milliseconds }));
  const reply = await new Promise((resolve) => elsewhere.offer(number, (told) => told !== 'taken' && resolve(told)));
  return reply === 'done' ? JSON.parse(await readFile(answer, 'utf8')) : { number, reply };
}

/** Node does not let the process of a task start another one; a hostile file that runs its own code may manage it by a thread. */
function startChild(): Promise<unknown> {
  const code = `require('node:worker_threads').parentPort.postMessage(require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid); setInterval(() => {}, 1000)`;
  const thread = new Worker(code, { eval: true, execArgv: [], env: {} });
  return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
}

async function copyInput({ inputs, outputFolder }: ToolContext<unknown>): Promise<ToolResult<Report>> {
  const input = inputs.at(0);
  if (input === undefined) throw new ProblemError('no-files');
  const { name: base, ext } = path.parse(input.name);
  const name = `${base}-fixed${ext}`;
  const output = path.join(outputFolder, name);
  await copyFile(input.path, output);
  const report = { tool: 'test-tool', datasets: [], failures: [], found: { overlap: 1 }, remaining: {}, notes: [] };
  const reportFile = path.join(outputFolder, 'report.json');
  await writeFile(reportFile, JSON.stringify(report));
  return {
    output: { name, path: output, size: (await stat(output)).size },
    reportFile: { name: 'report.json', path: reportFile, size: (await stat(reportFile)).size },
    report,
  };
}

export const TOOLS: ReadonlyMap<string, ToolDefinition> = new Map([[testTool.name, testTool]]);

function countForever(): never {
  for (;;) Math.random();
}

async function fillTypedArrays(): Promise<never> {
  const kept: Uint8Array[] = [];
  for (;;) {
    kept.push(new Uint8Array(8_000_000).fill(1));
    await pause(10);
  }
}

function fillHeap(): never {
  const kept: object[] = [];
  for (;;) kept.push(new Array(1_000_000).fill({}));
}
