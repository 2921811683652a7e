import { TaskStatus } from '@geoinsights/contract';
import type { CreatedTaskAnswer, ReportAnswer, TaskAnswer } from '@geoinsights/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { remember } from '../device/remember.ts';
import { useChangeAddress } from '../form/use-change-address.ts';
import { FIX_GEOMETRY } from '../next-step/job.ts';
import type { Job } from '../next-step/job.ts';
import { endpointOf, workOf } from '../next-step/work-words.ts';
import type { WorkWords } from '../next-step/work-words.ts';
import { refusalWords } from './refusal-words.ts';
import { rememberTask, useRememberedState } from './remembered-task.ts';
import { tools } from './tools-client.ts';
import { useResultFiles } from './use-result-files.ts';
import type { ResultFiles } from './use-result-files.ts';
import type { Occasion } from './use-reveal.ts';
import { useTask } from './use-task.ts';
import { useUpload } from './use-upload.ts';
import type { Choice } from './use-upload.ts';

export interface Repair {
  /** What the shown task is called: a repair, unless it belongs to another tool alone. */
  readonly work: WorkWords;
  /** The specification's state; NULL before and during an upload. */
  readonly status: TaskStatus;
  /** The id of the shown task. */
  readonly task: string | undefined;
  readonly answer: TaskAnswer | undefined;
  readonly failure: string | undefined;
  /** The upload in progress, if any. */
  readonly upload: { readonly share: number | undefined; readonly isBroken: boolean; stop(): void } | undefined;
  /** Whether the visitor stopped the last upload and nothing has been shown since. */
  readonly uploadWasStopped: boolean;
  /** The tolerances that a repair of the chosen files would use, while it waits for the visitor to start it. */
  readonly preview: ReportAnswer | undefined;
  /** The files chosen on this page, as long as their task is shown. */
  readonly files: readonly File[];
  /** True while a task named in the address is looked up for the first time. */
  readonly isLookingUp: boolean;
  readonly isCancelling: boolean;
  readonly cancelFailure: string | undefined;
  readonly deletion: Deletion;
  readonly resultFiles: ResultFiles;
  /** The last thing begun here that should be brought into view; undefined if nothing is shown. */
  readonly occasion: Occasion | undefined;
  /** Polls again; undefined while polling continues by itself or there is nothing to wait for. */
  readonly checkAgain: (() => void) | undefined;
  /** Sends the chosen files again; undefined unless they were refused for a temporary reason. */
  readonly sendAgain: (() => void) | undefined;
  choose(choice: Choice): void;
  /** Stops showing the task; its work on the server continues. */
  leave(): void;
  /** Starts what a preview waits for. */
  begin(job: Job): void;
  cancel(): void;
  /** Starts another job on the upload of the shown task; undefined if its id is not known. */
  readonly repairAgain: ((job: Job) => void) | undefined;
}

export interface Deletion {
  /** Whether it is known what to delete. */
  readonly isPossible: boolean;
  readonly isPending: boolean;
  readonly isDone: boolean;
  readonly failure: string | undefined;
  begin(): void;
}

/** One repair, or the work of another tool: choose, upload, create, poll. The address names the task, so that opening it again resumes polling. */
export function useRepair(): Repair {
  const [address] = useSearchParams();
  const changeAddress = useChangeAddress();
  const uuid = address.get('task');
  const endpoint = endpointOf(address.get('endpoint'));
  const [created, setCreated] = useState<CreatedTaskAnswer>();
  const task = useTask(uuid, endpoint, created);
  const resultFiles = useResultFiles(uuid, endpoint, task);
  const upload = useUpload((answer, job, files) => {
    setCreated(answer);
    rememberTask(answer, job, files);
    return changeAddress({ task: answer.uuid, endpoint: job.endpoint === FIX_GEOMETRY ? null : job.endpoint }, { replace: true, atOnce: true });
  });
  useRememberedState(uuid, task, resultFiles.areGone);
  const clearAddress = () => {
    if (uuid !== null) void changeAddress({ task: null, endpoint: null });
  };

  const isCreatedHere = created !== undefined && created.uuid === uuid;
  const inputFile = task.answer?.input_file ?? (isCreatedHere ? created.input_file : undefined);
  const lookedAt = uuid === null ? upload.lookedAt : undefined;
  const deletable = inputFile ?? task.answer?.output_file ?? lookedAt?.upload.uuid;
  const deletion = useMutation({
    networkMode: 'always',
    mutationFn: (file: string) => tools.deleteFile(file),
    onSuccess: () => {
      if (uuid !== null) remember((tasks) => tasks.remove([uuid]));
      upload.clear();
      clearAddress();
    },
  });

  const isOwnFailure = uuid === null && upload.failure !== undefined;
  const isLookingUp = !upload.isPending && uuid !== null && task.answer === undefined && task.failure === undefined;
  const showsUpload = upload.isPending || isOwnFailure || isCreatedHere || lookedAt !== undefined;
  return {
    work: workOf(upload.isPending ? upload.job?.endpoint : endpoint),
    status: upload.isPending ? TaskStatus.NULL : isOwnFailure ? TaskStatus.FAILED : task.status,
    task: uuid ?? undefined,
    answer: upload.isPending ? undefined : task.answer,
    failure: isOwnFailure ? upload.failure : task.failure,
    upload: upload.isPending ? upload : undefined,
    uploadWasStopped: upload.wasStopped && uuid === null,
    preview: lookedAt?.report,
    files: showsUpload ? upload.files : [],
    isLookingUp,
    isCancelling: task.isCancelling,
    cancelFailure: task.cancelFailure,
    deletion: {
      isPossible: deletable !== undefined,
      isPending: deletion.isPending,
      isDone: deletion.isSuccess && uuid === null,
      failure: deletion.variables === deletable && deletion.error !== null ? refusalWords(deletion.error) : undefined,
      begin: () => {
        if (deletable !== undefined) deletion.mutate(deletable);
      },
    },
    resultFiles,
    occasion: showsUpload
      ? { key: `upload ${String(upload.startedAt)}`, takesFocus: true }
      : uuid === null
        ? undefined
        : { key: `${isLookingUp ? 'look-up' : 'answer'} ${uuid}`, takesFocus: isLookingUp },
    checkAgain: task.isUnwatched && !isOwnFailure && !upload.isPending ? task.checkAgain : undefined,
    sendAgain: isOwnFailure ? upload.again : undefined,
    choose: (choice) => {
      deletion.reset();
      clearAddress();
      upload.send(choice);
    },
    leave: () => {
      deletion.reset();
      upload.clear();
      clearAddress();
    },
    begin: (job) => {
      upload.begin(job);
    },
    cancel: task.cancel,
    repairAgain: inputFile === undefined ? undefined : (job) => upload.useAgain({ uuid: inputFile, expires_at: task.answer?.expires_at }, job),
  };
}
