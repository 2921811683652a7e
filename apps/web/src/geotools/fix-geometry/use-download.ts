import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { saysGone, wrongFileWords } from './refusal-words.ts';
import { saveFile } from './save-file.ts';
import type { WantedFile } from './save-file.ts';

export interface Download {
  readonly isRunning: boolean;
  /** Share that has arrived, 0 to 1; undefined if it is not known. */
  readonly share: number | undefined;
  /** The name under which the file was passed to the browser. */
  readonly savedAs: string | undefined;
  /** Why the last attempt brought no file, if it brought something else; in a sentence that says what to do. */
  readonly problem: string | undefined;
  /** Begins the download, unless it is already running. */
  readonly begin: () => void;
}

interface DownloadEvents {
  readonly onSaved: () => void;
  /** Whether the server no longer has the file. */
  readonly onGone: () => void;
}

/**
 * One file of a result. A failed download shows nothing (specification, section 8), except that the file no longer exists, or that something else
 * came in its place.
 */
export function useDownload(file: string | undefined, { onSaved, onGone }: DownloadEvents, dataset?: number): Download {
  const [share, setShare] = useState<number>();
  // A second press may come before the first one has been rendered.
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: WantedFile) => saveFile(wanted, (arrived) => setShare(Math.floor(arrived * 100) / 100)),
    onSuccess: onSaved,
    onError: (error) => {
      if (saysGone(error)) onGone();
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  return {
    isRunning: mutation.isPending,
    share,
    savedAs: mutation.data,
    problem: wrongFileWords(mutation.error),
    begin: () => {
      if (file === undefined) onGone();
      else if (!isUnderWay.current) {
        isUnderWay.current = true;
        setShare(undefined);
        mutation.mutate({ file, dataset });
      }
    },
  };
}
