import { TaskStatus } from '@geoinsights/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { saysGone } from './refusal-words.ts';
import { tools } from './tools-client.ts';
import type { WatchedTask } from './use-task.ts';

export interface ResultFiles {
  /** Whether the server has said that the files of this task no longer exist. */
  readonly areGone: boolean;
  /** Whether the result was passed to the browser on this page. */
  readonly isResultSaved: boolean;
  readonly noteGone: () => void;
  readonly noteResultSaved: () => void;
}

/** A timer with a longer delay would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The server does not sweep at that very moment. */
const ASK_AGAIN_MS = 60_000;

/**
 * What became of the files of a finished task. When they have expired, the server is asked whether it still has them, because its clock counts and
 * not the one here.
 */
export function useResultFiles(uuid: string | null, endpoint: string, { status, answer }: WatchedTask): ResultFiles {
  const [gone, setGone] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const areGone = uuid !== null && gone === uuid;
  const expiresAt = status === TaskStatus.COMPLETED && !areGone ? answer?.expires_at : undefined;

  const ask = useEffectEvent(async (task: string) => {
    try {
      await tools.readTask(endpoint, task);
    } catch (error) {
      // Any other error says nothing about the files.
      if (saysGone(error)) setGone(task);
    }
  });
  useEffect(() => {
    if (uuid === null || expiresAt === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askIn = (wait: number) => {
      if (wait > LONGEST_TIMER_MS) return;
      timer = setTimeout(() => {
        void ask(uuid);
        askIn(ASK_AGAIN_MS);
      }, wait);
    };
    askIn(Math.max(0, Date.parse(expiresAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [uuid, expiresAt]);

  return {
    areGone,
    isResultSaved: uuid !== null && saved === uuid,
    noteGone: () => setGone(uuid ?? undefined),
    noteResultSaved: () => setSaved(uuid ?? undefined),
  };
}
