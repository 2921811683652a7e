import { TaskStatus } from '@geoinsights/contract';
import type { ReportAnswer, TaskAnswer } from '@geoinsights/contract';
import type { Job } from '../next-step/job.ts';
import { workOf } from '../next-step/work-words.ts';
import type { WorkWords } from '../next-step/work-words.ts';
import { useDeletion } from './use-deletion.ts';
import type { Deletion } from './use-deletion.ts';
import type { ResultFiles } from './use-result-files.ts';
import type { Occasion } from './use-reveal.ts';
import { useShownTask } from './use-shown-task.ts';
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

/** One repair, or the work of another tool: choose, upload, create, poll. The address names the task, so that opening it again resumes polling. */
export function useRepair(): Repair {
  const { uuid, endpoint, task, resultFiles, isCreatedHere, inputFile, show, clear } = useShownTask();
  const upload = useUpload(show);
  const lookedAt = uuid === null ? upload.lookedAt : undefined;
  const deletion = useDeletion(task.isGone ? undefined : (inputFile ?? task.answer?.output_file ?? lookedAt?.upload.uuid), uuid, () => {
    upload.clear();
    clear();
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
    deletion,
    resultFiles,
    occasion: occasionOf(uuid, { uploadBegunAt: showsUpload ? upload.startedAt : undefined, isLookingUp }),
    checkAgain: task.isUnwatched && !isOwnFailure && !upload.isPending ? task.checkAgain : undefined,
    sendAgain: isOwnFailure ? upload.again : undefined,
    choose: (choice) => {
      deletion.reset();
      clear();
      upload.send(choice);
    },
    leave: () => {
      deletion.reset();
      upload.clear();
      clear();
    },
    begin: (job) => {
      upload.begin(job);
    },
    cancel: task.cancel,
    repairAgain: inputFile === undefined ? undefined : (job) => upload.useAgain({ uuid: inputFile, expires_at: task.answer?.expires_at }, job),
  };
}

/** Each upload, each look-up and each answer is brought into view once. */
function occasionOf(uuid: string | null, { uploadBegunAt, isLookingUp }: { readonly uploadBegunAt: number | undefined; readonly isLookingUp: boolean }): Occasion | undefined {
  if (uploadBegunAt !== undefined) return { key: `upload ${String(uploadBegunAt)}`, takesFocus: true };
  return uuid === null ? undefined : { key: `${isLookingUp ? 'look-up' : 'answer'} ${uuid}`, takesFocus: isLookingUp };
}
