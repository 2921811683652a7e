import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import type { Location } from 'react-router';
import { namedTask } from './named-task.ts';

interface LeavingQuestionProps {
  readonly question: string;
  /** The visitor leaves for another task on this page, which goes on without what was asked about. */
  readonly onLeave?: () => void;
}

/**
 * While mounted, it asks before a navigation to another page of the site, or to another task on this page; before another site the browser itself asks
 * (see `askBeforeUnload`).
 */
export function LeavingQuestion({ question, onLeave }: LeavingQuestionProps) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    const isOtherPage = from.pathname !== to.pathname;
    if (!isOtherPage && !leadsToOtherTask(from, to, historyAction)) return false;
    if (!confirm(question)) return true;
    if (!isOtherPage) onLeave?.();
    return false;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  return null;
}

/** The page itself replaces the address by that of the task it has begun, and takes the task out of it when something new begins. */
function leadsToOtherTask(from: Location, to: Location, action: 'POP' | 'PUSH' | 'REPLACE'): boolean {
  const task = taskIn(to);
  return task !== taskIn(from) && (action === 'POP' || (action === 'PUSH' && task !== null));
}

function taskIn({ search }: Location): string | null {
  return namedTask(new URLSearchParams(search));
}
