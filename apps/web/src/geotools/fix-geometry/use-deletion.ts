import { useMutation } from '@tanstack/react-query';
import { remember } from '../device/remember.ts';
import { refusalWords } from './refusal-words.ts';
import { tools } from './tools-client.ts';

export interface Deletion {
  /** Whether it is known what to delete. */
  readonly isPossible: boolean;
  readonly isPending: boolean;
  readonly isDone: boolean;
  readonly failure: string | undefined;
  begin(): void;
  /** Forgets how the last one ended. */
  reset(): void;
}

interface Deleted {
  readonly file: string;
  /** Null if it is not a task whose files they are. */
  readonly task: string | null;
}

/**
 * Deletes the files of the shown task, or of files that were only looked at, on the server, and the task on this device.
 * @param file any file of theirs, from which the server knows the others; undefined if none is known.
 * @param task null if none is shown.
 * @param onDone called if what was deleted is still shown then.
 */
export function useDeletion(file: string | undefined, task: string | null, onDone: () => void): Deletion {
  const isShown = (deleted: Deleted | undefined) => deleted !== undefined && deleted.task === task && (task !== null || deleted.file === file);
  const { mutate, isPending, isSuccess, variables, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: (deleted: Deleted) => tools.deleteFile(deleted.file),
    onSuccess: (_nothing, deleted) => {
      const { task: gone } = deleted;
      if (gone !== null) remember((tasks) => tasks.remove([gone]));
      // Another task may be shown by now.
      if (isShown(deleted)) onDone();
    },
  });
  return {
    isPossible: file !== undefined,
    isPending: isPending && isShown(variables),
    isDone: isSuccess && task === null,
    failure: isShown(variables) && error !== null ? refusalWords(error) : undefined,
    begin: () => {
      if (file !== undefined) mutate({ file, task });
    },
    reset,
  };
}
