import { percentOf } from './quantities.ts';
import type { Download } from './use-download.ts';

/** The state of a download in a sentence; empty before the first. @param what the file, as the beginning of a sentence */
export function downloadWords({ isRunning, isBroken, share, savedAs, problem }: Download, what: string): string {
  if (isRunning && isBroken) return `The connection was lost${share === undefined ? '' : ` at ${String(percentOf(share))} %`}; the download continues when it is back.`;
  if (isRunning) return `${what} is being sent to your browser.`;
  if (problem !== undefined) return problem;
  return savedAs === undefined ? '' : `${savedAs} was passed to your browser, which saves it.`;
}
