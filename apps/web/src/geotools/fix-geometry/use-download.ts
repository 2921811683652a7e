import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { saysGone, wrongFileWords } from './refusal-words.ts';
import { saveFile } from './save-file.ts';
import type { WantedFile } from './save-file.ts';

export interface Download {
  readonly isRunning: boolean;
  /** Share that has arrived, 0 to 1; undefined if it is not known. */
  readonly share: number | undefined;
  /** Whether the connection is broken at the moment; the download continues by itself when it is back. */
  readonly isBroken: boolean;
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
 * One file of a result. If the connection breaks while the file is on its way, the download waits for it. A failed download shows nothing (specification, section 8), except that the file no longer exists, or that something else
 * came in its place.
 */
export function useDownload(file: string | undefined, { onSaved, onGone }: DownloadEvents, dataset?: number): Download {
  const [share, setShare] = useState<number>();
  const [isBroken, setIsBroken] = useState(false);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  // A second press may come before the first one has been rendered.
  const isUnderWay = useRef(false);
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: WantedFile) => {
      leaving.current = new AbortController();
      const onProgress = (arrived: number) => {
        setShare(Math.floor(arrived * 100) / 100);
        setIsBroken(false);
      };
      return saveFile(wanted, { signal: leaving.current.signal, onProgress, onBreak: () => setIsBroken(true) });
    },
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
    isBroken,
    savedAs: mutation.data,
    problem: wrongFileWords(mutation.error),
    begin: () => {
      if (file === undefined) onGone();
      else if (!isUnderWay.current) {
        isUnderWay.current = true;
        setShare(undefined);
        setIsBroken(false);
        mutation.mutate({ file, dataset });
      }
    },
  };
}
