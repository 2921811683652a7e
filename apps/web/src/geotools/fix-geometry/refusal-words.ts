import { AnsweredByOther, CallFailed } from '@geoinsights/contract';
import { once } from '../../ui/once.ts';
import { whenToRetry } from '../../ui/when-to-retry.ts';
import type { RetryWords } from '../../ui/when-to-retry.ts';
import { typeset } from '../screen-texts/typeset.ts';

const WHEN: RetryWords = {
  unknown: 'in a few minutes',
  now: 'now',
  seconds: (count) => `in ${String(count)} seconds`,
  after: (time) => `after ${time}`,
  clock: once(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })),
};

const NOT_FOUND = 404;
const TOO_LARGE = 413;
const TOO_MANY = 429;
/** An unexpected error: the next call may well succeed. */
const BROKEN = 500;
const NO_ROOM = 507;
/** What a server, or the proxy in front of it, answers when it cannot work at the moment. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Refusals that pass after a while, by their codes in the error table. */
const REASONS: Readonly<Record<string, string>> = {
  'too-many-requests': 'More requests came from your network than the server answers within a minute.',
  'upload-quota-used': 'So much was uploaded from your network within an hour that the server accepts no more for now.',
  'too-many-tasks': 'Your network already has as many repairs waiting or running as one network may have at a time.',
  // Waiting does not help; the server's own sentence says what does.
  'too-many-tasks-of-upload': '',
  'upload-damaged': '',
};

/** Whether our server says that it does not have what was asked for. What answers in its place, without a code, cannot know. */
export function saysGone(error: unknown): boolean {
  return error instanceof CallFailed && error.status === NOT_FOUND && error.code !== null;
}

/** Why a download brought something else than the file, and what to do; undefined if it simply failed, which shows nothing (specification, section 8). */
export function wrongFileWords(error: Error | null): string | undefined {
  if (error instanceof AnsweredByOther) return `Nothing was saved. ${error.message}`;
  return error instanceof CallFailed && error.code === 'result-damaged' ? typeset(error.message) : undefined;
}

/** Whether a call failed for a reason that goes away, so that the same call may succeed later. */
export function mayWorkLater(error: Error | null): boolean {
  if (!(error instanceof CallFailed)) return false;
  return error.status === null || reasonOf(error) !== undefined;
}

/**
 * Why a call failed and what to do, in words for whoever made it. For a temporary failure it says when to try again.
 * @param what the thing to try again.
 */
export function refusalWords(error: Error, what = 'Try again'): string {
  const reason = error instanceof CallFailed ? reasonOf(error) : undefined;
  // A refusal by our server has a code, and its sentence says how much it accepts.
  if (error instanceof CallFailed && error.status === TOO_LARGE && error.code === null) {
    return 'Something between you and the server does not accept files of this size. Send fewer at once, or put them in a .zip.';
  }
  return reason === undefined || !(error instanceof CallFailed) ? typeset(error.message) : `${reason} ${what} ${whenToRetry(error.retry, WHEN)}.`;
}

/**
 * Why the state of a task could not be read, which says nothing about the task itself.
 * @param noun what the task is called.
 */
export function lookupFailureWords(error: Error, noun = 'repair'): string {
  if (!(error instanceof CallFailed)) return typeset(error.message);
  if (error.status === null) return `The state of your ${noun} could not be requested. The ${noun} itself is not affected. ${error.message}`;
  const reason = reasonOf(error);
  if (reason === undefined) return typeset(error.message);
  return `The state of your ${noun} could not be requested. ${reason} The ${noun} itself is not affected. Check again ${whenToRetry(error.retry, WHEN)}.`;
}

function reasonOf({ status, code }: CallFailed): string | undefined {
  const known = code === null ? undefined : REASONS[code];
  if (known !== undefined) return known === '' ? undefined : known;
  if (status === TOO_MANY) return 'The server received more requests from your network than it answers.';
  if (status === BROKEN) return 'Something went wrong on the server.';
  if (status === NO_ROOM) return 'The server has no room for your files at the moment.';
  if (status === null) return undefined;
  if (AWAY.has(status)) return 'The server cannot do this at the moment.';
  return code === null && status !== TOO_LARGE ? `The request did not get through: something on the way to the server refused it (status ${String(status)}).` : undefined;
}
