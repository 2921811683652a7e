import { useEffect, useRef, useState } from 'react';
import { arrived, NotLoadedError } from '../../ui/late-code.ts';
import { CheckRefused } from './check-refused.ts';
import type { Checked } from './checked.ts';
import { limitsHere } from './device.ts';

/** The progress and result of a check. */
export type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly share: number; readonly stage: string }
  | { readonly kind: 'done'; readonly checked: Checked }
  /** `isForServer`: this device cannot handle it, and the server may. */
  | { readonly kind: 'refused'; readonly sentence: string; readonly isForServer: boolean }
  | { readonly kind: 'stopped' };

export interface Check {
  readonly state: CheckState;
  readonly files: readonly File[];
  /** Counts the checks of this page. */
  readonly turn: number;
  begin(files: readonly File[], options: Readonly<Record<string, unknown>>): void;
  /** Ends the work at once. */
  stop(): void;
  /** Clears the display. */
  clear(): void;
}

/** A check of files on this device. A new selection replaces a check in progress. */
export function useCheck(): Check {
  const underWay = useRef<AbortController>(null);
  const [state, setState] = useState<CheckState>({ kind: 'none' });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [turn, setTurn] = useState(0);
  useEffect(() => () => underWay.current?.abort(), []);

  const end = (next: CheckState) => {
    underWay.current?.abort();
    underWay.current = null;
    setState(next);
  };
  const begin: Check['begin'] = (chosen, options) => {
    end({ kind: 'running', share: 0, stage: 'Reading the files' });
    setFiles(chosen);
    setTurn((before) => before + 1);
    const limits = limitsHere();
    const size = chosen.reduce((sum, file) => sum + file.size, 0);
    if (size > limits.mostBytes) {
      setState({ kind: 'refused', sentence: `These files have ${megabytes(size)}, but this device can check at most ${megabytes(limits.mostBytes)}.`, isForServer: true });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    underWay.current = controller;
    const onProgress = (share: number, stage: string) => {
      if (!signal.aborted) setState({ kind: 'running', share, stage });
    };
    const run = async () => (await arrived(() => import('./run-check.ts'))).runCheck(chosen, options, limits, { signal, onProgress });
    run().then(
      (checked) => {
        if (!signal.aborted) setState({ kind: 'done', checked });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        setState(refusalOf(error));
      },
    );
  };
  return { state, files, turn, begin, stop: () => end({ kind: 'stopped' }), clear: () => end({ kind: 'none' }) };
}

function refusalOf(error: unknown): Extract<CheckState, { kind: 'refused' }> {
  if (error instanceof CheckRefused) return { kind: 'refused', sentence: error.message, isForServer: error.isOfDevice };
  if (error instanceof NotLoadedError) {
    console.info('The code that checks files did not arrive:', error);
    return { kind: 'refused', sentence: 'Nothing was checked: part of this page could not be loaded. The connection may be down. Choose your files again when it is back; if that does not help, reload the page.', isForServer: false };
  }
  console.error('The check could not be started:', error);
  return { kind: 'refused', sentence: 'The check could not be started in this browser. Reload the page and try again.', isForServer: true };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MB`;
}
