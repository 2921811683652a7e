import '../../ui/no-compiled-schemas.ts';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { Listeners } from '../../ui/listeners.ts';
import { OWN_TASKS_KEY } from './own-tasks-key.ts';
import { StoredList } from './stored-list.ts';

const MOST = 30;
const MOST_NAMES = 5;
const LONGEST_NAME = 255;
/** For a task whose end is unknown: the server keeps files for a day after the end, and the task may have run for some time. */
const KEPT_MS = 48 * 3_600_000;

/** In milliseconds since 1970, as far as dates go: with any other number the page could not show the list. */
const momentSchema = z.number().min(0).max(8.64e15);

const ownTaskSchema = z.object({
  task: z.string().min(1).max(200),
  /** The tool whose address is used to query it. */
  endpoint: z.string().min(1).max(100),
  /** The tools that process its result further. */
  then: z.array(z.string().min(1).max(100)).max(10).default([]),
  /** The first files, and their total number. */
  names: z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES),
  files: z.number().int().nonnegative(),
  begun: momentSchema,
  /** As last reported by the server. */
  state: z.string().max(40),
  /** How long the server keeps it; null if unknown. */
  expires: momentSchema.nullable(),
  /** What to delete on the server; null if unknown. */
  upload: z.string().max(200).nullable(),
});
/** A task begun on this device. */
export type OwnTask = z.output<typeof ownTaskSchema>;

const list = new StoredList(OWN_TASKS_KEY, ownTaskSchema, MOST);
const listeners = new Listeners();
/** What was read last, and until when it stays so although nothing is written: then the first of the tasks is over. */
let known: { readonly text: string; readonly tasks: readonly OwnTask[]; readonly until: number } = { text: '', tasks: [], until: Infinity };

export type OwnTasks = typeof ownTasks;
/** The list of tasks begun on this device. It never leaves the device, and the server does not know it. */
export const ownTasks = {
  add({ task, endpoint, then, names, expires, upload }: Pick<OwnTask, 'task' | 'endpoint' | 'then' | 'names' | 'expires' | 'upload'>): void {
    const entry = { task, endpoint, then, names: names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME).toWellFormed()), files: names.length, begun: Date.now(), state: 'READY', expires, upload };
    change([entry, ...kept().filter((other) => other.task !== task)]);
  },
  /** Records news from the server about a task, if it is in the list. */
  note(task: string, news: Partial<Pick<OwnTask, 'state' | 'expires' | 'upload'>>): void {
    const before = kept();
    const after = before.map((entry) => (entry.task === task ? { ...entry, ...news } : entry));
    if (JSON.stringify(after) !== JSON.stringify(before)) change(after);
  },
  /** Removes tasks from the list, and nothing else. */
  remove(tasks: readonly string[]): void {
    change(kept().filter(({ task }) => !tasks.includes(task)));
  },
};

/** Tasks that the server may still have, newest first. */
export function useOwnTasks(): readonly OwnTask[] {
  return useSyncExternalStore(subscribe, read);
}

function kept(): OwnTask[] {
  const now = Date.now();
  return list.read().filter((task) => endOf(task) > now);
}

function endOf({ begun, expires }: OwnTask): number {
  return expires ?? begun + KEPT_MS;
}

function change(tasks: readonly OwnTask[]): void {
  list.write(tasks);
  listeners.tell();
}

/** Returns the same array as long as nothing has changed. */
function read(): readonly OwnTask[] {
  const text = list.text();
  if (text !== known.text || Date.now() >= known.until) {
    const tasks = kept();
    known = { text, tasks, until: Math.min(...tasks.map(endOf)) };
  }
  return known.tasks;
}

function subscribe(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (list.isOf(event)) listener();
  };
  const end = listeners.subscribe(listener);
  addEventListener('storage', hear);
  // A page may be left open overnight, and then some of the tasks are over.
  document.addEventListener('visibilitychange', listener);
  return () => {
    end();
    removeEventListener('storage', hear);
    document.removeEventListener('visibilitychange', listener);
  };
}
