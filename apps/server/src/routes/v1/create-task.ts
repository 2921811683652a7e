import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { optionWords } from '@geoinsights/tools/option-words';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { storableJson } from '../../db/storable.ts';
import { idSchema, isUuid } from '../../db/uuid.ts';
import { fingerprintOf } from '../../observability/log-lines.ts';
import type { Services } from '../../services.ts';
import { toolNamed } from '../../tasks/tools.ts';
import { requireAllowedCount } from './input-count.ts';
import { IDEMPOTENCY_KEY, idempotencyKeyOf } from './idempotency-key.ts';

export interface WantedTask {
  readonly tool: string;
  /** The uuid of an upload; not validated yet. */
  readonly inputFile: string;
  readonly options: unknown;
}

/**
 * Queues a task, whichever API requested it, or finds the one that an earlier request with the same Idempotency-Key created; that
 * one is not new.
 * @throws ProblemError unknown-tool, invalid-options and others that a tool has for its options, unknown-input-file, too-many-inputs, storage-full, too-many-tasks, too-many-tasks-of-upload,
 * idempotency-key-reused
 */
export async function createTask(asked: WantedTask, request: FastifyRequest, services: Services): Promise<{ task: Task; isNew: boolean }> {
  const wanted = { ...asked, inputFile: idSchema.parse(asked.inputFile) };
  const tool = toolNamed(wanted.tool, services.tools);
  const checked = tool.optionsSchema.safeParse(wanted.options, { error: wordsOfOptions });
  if (!checked.success) throw new ProblemError('invalid-options', { reason: checked.error.issues.map(describeIssue).join('; ') });
  requireStorable(wanted.options);
  await tool.checkOptions?.(checked.data);
  if (!isUuid(wanted.inputFile)) throw new ProblemError('unknown-input-file');
  const key = idempotencyKeyOf(request.headers[IDEMPOTENCY_KEY]);
  const earlier = await earlierTask(wanted, key, services);
  if (earlier !== null) return { task: earlier, isNew: false };
  requireAllowedCount(tool, await services.uploads.filesOf(wanted.inputFile));
  await requireRoom(wanted.inputFile, services);
  try {
    return { task: await store(wanted, key, request, services), isNew: true };
  } catch (error) {
    // A request with the same key may have created it meanwhile and thereby taken the last slot.
    const other = await earlierTask(wanted, key, services);
    if (other === null) throw error;
    return { task: other, isNew: false };
  }
}

/** @throws ProblemError idempotency-key-reused if the key's task differs from the requested one */
async function earlierTask({ tool, inputFile, options }: WantedTask, key: string | null, { tasks }: Services): Promise<Task | null> {
  const earlier = key === null ? null : await tasks.ofKey(inputFile, key);
  if (earlier === null) return null;
  if (earlier.task.tool !== tool || !isDeepStrictEqual(earlier.options, options)) throw new ProblemError('idempotency-key-reused');
  return earlier.task;
}

/** A result takes about as much space as its upload. If it is stored elsewhere, the worker checks when it fetches the upload. */
async function requireRoom(upload: string, { uploads, files, room, storage }: Services): Promise<void> {
  const bytes = (await uploads.filesOf(upload)).reduce((sum, { size }) => sum + size, 0);
  if (!files.isShared) await room.require(bytes);
  await storage.require(bytes);
}

async function store({ tool, inputFile, options }: WantedTask, idempotencyKey: string | null, request: FastifyRequest, { config, creation, tasks, tasksAtOnce, tracing, visitorOf }: Services): Promise<Task> {
  const visitor = visitorOf(request.ip);
  const newTask = { tool, upload: inputFile, options, visitor, idempotencyKey, traceParent: tracing.parentOf(request), mostTasks: config.access.tasksPerUpload };
  const task = await tasks.find(await tasksAtOnce.during(visitor, () => creation.create(newTask)));
  if (task === null) throw new Error('A task that was just created is not there.');
  request.log.info({ task: fingerprintOf(task.uuid), tool }, 'A task was created.');
  return task;
}

/** Those of the command line, and for lists and objects, which only this API has. */
const wordsOfOptions: z.core.$ZodErrorMap = (issue) => {
  if (issue.code !== 'invalid_type' || issue.input === undefined) return optionWords(issue);
  if ((issue.path ?? []).length === 0) return 'they are given as a JSON object';
  if (issue.expected === 'array') return 'takes a list';
  return issue.expected === 'object' || issue.expected === 'record' ? 'takes a JSON object' : optionWords(issue);
};

/** @throws ProblemError invalid-options */
function requireStorable(options: unknown): void {
  const wrong = typeof options === 'object' && options !== null ? Object.entries(options).find(([, value]) => storableJson(value) !== JSON.stringify(value)) : undefined;
  if (wrong !== undefined) throw new ProblemError('invalid-options', { reason: `${wrong[0]}: contains a character that is not allowed in text (NUL, or half of a surrogate pair).` });
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
