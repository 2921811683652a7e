import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { StoredList } from './stored-list.ts';

const MOST = 30;
const MOST_NAMES = 5;
const LONGEST_NAME = 255;
/** Of a task whose end is not known: what the server keeps for a day may be kept longer when it was still at work. */
const KEPT_MS = 48 * 3_600_000;

const ownTaskSchema = z.object({
  task: z.string().min(1).max(200),
  /** The tool at whose address it is asked for. */
  endpoint: z.string().min(1).max(100),
  /** The first of the files, and how many there are. */
  names: z.array(z.string().max(LONGEST_NAME)).max(MOST_NAMES),
  files: z.number().int().nonnegative(),
  /** When it was begun, in milliseconds since 1970. */
  begun: z.number(),
  /** As the server said it last. */
  state: z.string().max(40),
  /** Until when the server keeps it; null when that was not told. */
  expires: z.number().nullable(),
  /** What to delete of it on the server; null when that is not known. */
  upload: z.string().max(200).nullable(),
});
/** A task that was begun on this device. */
export type OwnTask = z.output<typeof ownTaskSchema>;

const list = new StoredList('geoinsights.own-tasks', ownTaskSchema, MOST);
const listeners = new Set<() => void>();
let known: { readonly text: string; readonly tasks: readonly OwnTask[] } = { text: '', tasks: [] };

/** The list of the tasks that were begun on this device, which never leaves it. The server knows nothing of it. */
export const ownTasks = {
  add({ task, endpoint, names, expires, upload }: Pick<OwnTask, 'task' | 'endpoint' | 'names' | 'expires' | 'upload'>): void {
    const entry = { task, endpoint, names: names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME).toWellFormed()), files: names.length, begun: Date.now(), state: 'READY', expires, upload };
    change([entry, ...kept().filter((other) => other.task !== task)]);
  },
  /** Notes what the server says of a task, if it is in the list. */
  note(task: string, news: Partial<Pick<OwnTask, 'state' | 'expires' | 'upload'>>): void {
    const before = kept();
    const after = before.map((entry) => (entry.task === task ? { ...entry, ...news } : entry));
    if (JSON.stringify(after) !== JSON.stringify(before)) change(after);
  },
  /** Takes tasks out of the list, and nothing else. */
  remove(tasks: readonly string[]): void {
    change(kept().filter(({ task }) => !tasks.includes(task)));
  },
};

/** Those that the server may still have, the newest first. */
export function useOwnTasks(): readonly OwnTask[] {
  return useSyncExternalStore(subscribe, read);
}

function kept(): OwnTask[] {
  const now = Date.now();
  return list.read().filter(({ begun, expires }) => (expires ?? begun + KEPT_MS) > now);
}

function change(tasks: readonly OwnTask[]): void {
  list.write(tasks);
  for (const listener of listeners) listener();
}

/** The same answer as long as nothing has changed. */
function read(): readonly OwnTask[] {
  const text = list.text();
  if (text !== known.text) known = { text, tasks: kept() };
  return known.tasks;
}

function subscribe(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (list.isOf(event)) listener();
  };
  listeners.add(listener);
  addEventListener('storage', hear);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', hear);
  };
}
