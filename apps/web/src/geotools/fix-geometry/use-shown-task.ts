import type { CreatedTaskAnswer } from '@geoinsights/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useChangeAddress } from '../form/use-change-address.ts';
import { FIX_GEOMETRY } from '../next-step/job.ts';
import type { Job } from '../next-step/job.ts';
import { endpointOf } from '../next-step/work-words.ts';
import { namedTask } from './named-task.ts';
import { rememberTask, useRememberedState } from './remembered-task.ts';
import { useResultFiles } from './use-result-files.ts';
import { useTask } from './use-task.ts';

/** The task that the address names, with its result, and how the address comes to name one or none. */
export function useShownTask() {
  const [address] = useSearchParams();
  const changeAddress = useChangeAddress();
  const uuid = namedTask(address);
  const endpoint = endpointOf(address.get('endpoint'));
  const [created, setCreated] = useState<CreatedTaskAnswer>();
  const task = useTask(uuid, endpoint, created);
  const resultFiles = useResultFiles(uuid, endpoint, task);
  useRememberedState(uuid, task, resultFiles.areGone || task.isGone);
  const isCreatedHere = created !== undefined && created.uuid === uuid;
  return {
    uuid,
    endpoint,
    task,
    resultFiles,
    isCreatedHere,
    /** The id of what was uploaded for it, if it is known. */
    inputFile: task.answer?.input_file ?? (isCreatedHere ? created.input_file : undefined),
    /** Shows a task that was created here. @returns a promise that is fulfilled once the address names it. */
    show: (answer: CreatedTaskAnswer, job: Job, files: readonly File[]): Promise<void> => {
      setCreated(answer);
      rememberTask(answer, job, files);
      return changeAddress({ task: answer.uuid, endpoint: job.endpoint === FIX_GEOMETRY ? null : job.endpoint }, { replace: true, atOnce: true });
    },
    clear: () => {
      if (uuid !== null) void changeAddress({ task: null, endpoint: null });
    },
  };
}
