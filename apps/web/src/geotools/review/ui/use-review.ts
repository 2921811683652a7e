import { useEffect, useEffectEvent, useState } from 'react';
import type { SheetAnswer } from '../model/messages.ts';
import { ReviewClosedError, ReviewReader } from '../model/review-reader.ts';

/** A report and its sources. */
export interface ReviewSource {
  /** A key that distinguishes reports. */
  readonly key: string | Blob;
  /** The visitor's own files, if this page has them. */
  readonly files: readonly File[];
  /** Fetches the report file. If the line breaks on the way, it waits until it is back, or the signal aborts. */
  load(onProgress: (share: number) => void, waiting: { readonly signal: AbortSignal; readonly onBreak: () => void }): Promise<Blob>;
}

export type ReviewState =
  /** A large report is loaded only on request. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading'; readonly share: number | undefined; readonly isBroken?: boolean }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly reader: ReviewReader; readonly sheets: readonly SheetAnswer[] };

/** The report of a source, read by a worker that lives as long as the report is shown; each attempt has a new one. Half of the progress is for the network. */
export function useReview(source: ReviewSource, isWanted: boolean, turn: number): { readonly state: ReviewState; readonly again: () => void } {
  const [state, setState] = useState<ReviewState>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  // A source is the same as long as its key is the same.
  const current = useEffectEvent(() => source);
  useEffect(() => {
    if (!isWanted) return;
    const given = current();
    const cleanedUp = new AbortController();
    const show = (next: ReviewState) => {
      if (!cleanedUp.signal.aborted) setState(next);
    };
    // The page is rendered once per percent, not once per piece that arrives.
    let shownPercent = -1;
    const showShare = (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent === shownPercent) return;
      shownPercent = percent;
      show({ kind: 'loading', share: percent / 100 });
    };
    const reader = new ReviewReader((share) => showShare(0.5 + share / 2));
    const read = async () => {
      show({ kind: 'loading', share: undefined });
      try {
        const report = await given.load((share) => showShare(share / 2), {
          signal: cleanedUp.signal,
          onBreak: () => {
            show({ kind: 'loading', share: shownPercent < 0 ? undefined : shownPercent / 100, isBroken: true });
            shownPercent = -1;
          },
        });
        const sheets = await reader.load(report, given.files);
        show({ kind: 'ready', reader, sheets });
      } catch (error) {
        if (cleanedUp.signal.aborted || error instanceof ReviewClosedError) return;
        console.info('The report could not be shown:', error);
        show({ kind: 'failed' });
      }
    };
    void read();
    return () => {
      cleanedUp.abort();
      reader.close();
    };
  }, [source.key, isWanted, attempt, turn]);
  return { state, again: () => setAttempt((count) => count + 1) };
}
