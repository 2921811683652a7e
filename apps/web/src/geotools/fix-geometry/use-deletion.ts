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

/**
 * Deletes the files of the shown task, or of files that were only looked at, on the server, and the task on this device.
 * @param file any file of theirs, from which the server knows the others; undefined if none is known.
 * @param task null if none is shown.
 */
export function useDeletion(file: string | undefined, task: string | null, onDone: () => void): Deletion {
  const { mutate, isPending, isSuccess, variables, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: (given: string) => tools.deleteFile(given),
    onSuccess: () => {
      if (task !== null) remember((tasks) => tasks.remove([task]));
      onDone();
    },
  });
  return {
    isPossible: file !== undefined,
    isPending,
    isDone: isSuccess && task === null,
    failure: variables === file && error !== null ? refusalWords(error) : undefined,
    begin: () => {
      if (file !== undefined) mutate(file);
    },
    reset,
  };
}
