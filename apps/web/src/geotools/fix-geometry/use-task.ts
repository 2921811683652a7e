import { TaskStatus, taskStatusOf } from '@geoinsights/contract';
import type { CreatedTaskAnswer, TaskAnswer } from '@geoinsights/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FIX_GEOMETRY, tools } from './tools-client.ts';

/** Specification, section 9. */
const POLL_INTERVAL_MS = 1000;
const MOST_POLLS = 60;

export interface WatchedTask {
  readonly status: TaskStatus;
  readonly answer: TaskAnswer | undefined;
  /** Why a poll failed, if one did. */
  readonly failure: string | undefined;
  readonly cancel: () => void;
  readonly isCancelling: boolean;
  readonly cancelFailure: string | undefined;
}

/**
 * Polls a task once a second while it is READY or RUNNING, 60 times at most; a poll that fails ends it as FAILED.
 * @param uuid the task; null watches nothing.
 * @param created the answer of its creation, when it was created here: the first poll then comes a second later.
 */
export function useTask(uuid: string | null, created: CreatedTaskAnswer | undefined): WatchedTask {
  const queries = useQueryClient();
  const queryKey = [FIX_GEOMETRY, uuid];
  const query = useQuery<TaskAnswer>({
    queryKey,
    queryFn: uuid === null ? skipToken : ({ signal }) => tools.readTask(FIX_GEOMETRY, uuid, signal),
    ...(created?.uuid === uuid ? { initialData: created } : {}),
    refetchInterval: ({ state }) => (state.error === null && isWorking(state.data) && state.dataUpdateCount < MOST_POLLS ? POLL_INTERVAL_MS : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    // A task that is opened anew is polled anew.
    gcTime: 0,
  });

  const cancellation = useMutation({
    networkMode: 'always',
    mutationFn: (task: string) => tools.cancelTask(FIX_GEOMETRY, task),
    onSuccess: async (answer) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<TaskAnswer>(queryKey, (before) => ({ ...before, ...answer }));
    },
  });

  return {
    status: statusOf(query.isError, query.data),
    answer: query.data,
    failure: query.error?.message,
    cancel: () => {
      if (uuid !== null) cancellation.mutate(uuid);
    },
    isCancelling: cancellation.isPending,
    cancelFailure: cancellation.variables === uuid ? cancellation.error?.message : undefined,
  };
}

function statusOf(pollFailed: boolean, answer: TaskAnswer | undefined): TaskStatus {
  if (pollFailed) return TaskStatus.FAILED;
  return answer === undefined ? TaskStatus.NULL : taskStatusOf(answer.progress_status);
}

function isWorking(answer: TaskAnswer | undefined): boolean {
  const status = statusOf(false, answer);
  return status === TaskStatus.READY || status === TaskStatus.RUNNING;
}
