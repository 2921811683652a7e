import { isUnfinished, TaskStatus, taskStatusOf } from '@geoinsights/contract';
import type { CreatedTaskAnswer, TaskAnswer } from '@geoinsights/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { whenOnline } from '../../ui/when-online.ts';
import { workOf } from '../next-step/work-words.ts';
import { lookupFailureWords, mayWorkLater, refusalWords, saysGone } from './refusal-words.ts';
import { unlessSilent } from './silent-line.ts';
import { tools } from './tools-client.ts';

/** Specification, section 9. */
const POLL_INTERVAL_MS = 1000;
const MOST_POLLS = 60;

export interface WatchedTask {
  readonly status: TaskStatus;
  readonly answer: TaskAnswer | undefined;
  /** Why a poll failed, if one did. */
  readonly failure: string | undefined;
  /** Whether the server says that it does not have the task: it was deleted, or its time is over. */
  readonly isGone: boolean;
  /** Whether the task may still be running although nobody polls it: the polls ran out, or one failed temporarily. Nothing is requested until `checkAgain`. */
  readonly isUnwatched: boolean;
  /** Polls at once, and then as many times again as at first. */
  readonly checkAgain: () => void;
  readonly cancel: () => void;
  readonly isCancelling: boolean;
  readonly cancelFailure: string | undefined;
}

interface NamedTask {
  readonly endpoint: string;
  readonly uuid: string;
}

/** The result of the polls so far. */
interface Watched {
  readonly answer: TaskAnswer;
  readonly polls: number;
}

/**
 * Polls a task once a second while it is READY or RUNNING, at most 60 times; a failed poll ends it as FAILED. If the polls ran out, or one failed
 * temporarily, they begin again as soon as the page becomes visible, the connection is back, or on request.
 * @param uuid the task; null watches nothing.
 * @param endpoint the tool whose address is used to query it.
 * @param created the response to its creation, if it was created here: the first poll then comes a second later.
 */
export function useTask(uuid: string | null, endpoint: string, created: CreatedTaskAnswer | undefined): WatchedTask {
  const queries = useQueryClient();
  const queryKey = [endpoint, uuid];
  const [allowance, setAllowance] = useState({ uuid, polls: MOST_POLLS });
  const allowed = allowance.uuid === uuid ? allowance.polls : MOST_POLLS;
  const query = useQuery<Watched>({
    queryKey,
    queryFn: uuid === null ? skipToken : async ({ signal }) => ({ answer: await unlessSilent((ended) => tools.readTask(endpoint, uuid, ended), signal), polls: pollsOf(queries.getQueryData<Watched>(queryKey)) + 1 }),
    ...(created?.uuid === uuid ? { initialData: { answer: created, polls: 0 } } : {}),
    refetchInterval: ({ state }) => (state.error === null && isUnfinished(statusOf(state.data?.answer)) && pollsOf(state.data) < allowed ? POLL_INTERVAL_MS : false),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    networkMode: 'always',
    retry: false,
    staleTime: Infinity,
    // A task that is opened again is polled again.
    gcTime: 0,
  });
  const isUnwatched = query.isError ? mayWorkLater(query.error) : isUnfinished(statusOf(query.data?.answer)) && pollsOf(query.data) >= allowed;

  const checkAgain = () => {
    setAllowance({ uuid, polls: pollsOf(query.data) + MOST_POLLS });
    void query.refetch();
  };
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && isUnwatched) checkAgain();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', onReturn);
    const endOnline = whenOnline(onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      endOnline();
    };
  }, []);

  const cancellation = useMutation({
    networkMode: 'always',
    mutationFn: (asked: NamedTask) => tools.cancelTask(asked.endpoint, asked.uuid),
    // Another task may be shown by now, and the answer is not about that one.
    onSuccess: async (answer, asked) => {
      const cancelled = [asked.endpoint, asked.uuid];
      await queries.cancelQueries({ queryKey: cancelled });
      queries.setQueryData<Watched>(cancelled, (before) => (before === undefined ? undefined : { ...before, answer: { ...before.answer, ...answer } }));
    },
  });
  const isAboutShown = cancellation.variables?.uuid === uuid;

  return {
    status: query.isError ? TaskStatus.FAILED : statusOf(query.data?.answer),
    answer: query.data?.answer,
    failure: query.error === null ? undefined : lookupFailureWords(query.error, workOf(endpoint).noun),
    isGone: query.error !== null && saysGone(query.error),
    isUnwatched,
    checkAgain,
    cancel: () => {
      if (uuid !== null) cancellation.mutate({ endpoint, uuid });
    },
    isCancelling: isAboutShown && cancellation.isPending,
    cancelFailure: isAboutShown && cancellation.error !== null ? refusalWords(cancellation.error) : undefined,
  };
}

function statusOf(answer: TaskAnswer | undefined): TaskStatus {
  return answer === undefined ? TaskStatus.NULL : taskStatusOf(answer.progress_status);
}

function pollsOf(watched: Watched | undefined): number {
  return watched?.polls ?? 0;
}
