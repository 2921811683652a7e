import { ProblemError } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isUuid } from '../../db/uuid.ts';
import { fingerprintOf } from '../../observability/log-lines.ts';
import { keepTraceParent } from '../../observability/trace-parents.ts';
import type { Services } from '../../services.ts';

export interface NewTask {
  readonly tool: string;
  /** The uuid of an upload, as far as it is one. */
  readonly inputFile: string;
  readonly options: unknown;
}

/**
 * Puts a task into the queue, whichever way it was asked for.
 * @throws ProblemError unknown-tool, invalid-options, unknown-input-file, storage-full
 */
export async function createTask({ tool: name, inputFile, options }: NewTask, request: FastifyRequest, { tools, uploads, room, tasks, queue, tracing }: Services): Promise<Task> {
  const tool = tools.get(name);
  if (tool === undefined) throw new ProblemError('unknown-tool', { tool: name });
  const checked = tool.optionsSchema.safeParse(options);
  if (!checked.success) throw new ProblemError('invalid-options', { reason: checked.error.issues.map(describeIssue).join('; ') });
  if (!isUuid(inputFile)) throw new ProblemError('unknown-input-file');
  // A result takes about the size of its upload.
  const files = await uploads.filesOf(inputFile);
  await room.require(files.reduce((sum, { size }) => sum + size, 0));
  const task = await tasks.create(tool.name, inputFile, options, async (uuid, transaction) => {
    await keepTraceParent(transaction, uuid, tracing.parentOf(request));
    await queue.add(uuid, transaction);
  });
  request.log.info({ task: fingerprintOf(task.uuid), tool: tool.name }, 'A task was created.');
  return task;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
