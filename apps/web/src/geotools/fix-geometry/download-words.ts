import { lostLineWords } from './line-back.ts';
import type { Download } from './use-download.ts';

/** The state of a download in a sentence; empty before the first. @param what the file, as the beginning of a sentence */
export function downloadWords({ isRunning, isBroken, share, savedAs, problem }: Download, what: string): string {
  if (isRunning && isBroken) return lostLineWords('download', share);
  if (isRunning) return `${what} is being sent to your browser.`;
  if (problem !== undefined) return problem;
  return savedAs === undefined ? '' : `${savedAs} was passed to your browser, which saves it.`;
}
