import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While mounted, it asks before a navigation to another page of the site; before another site the browser itself asks (see `sendFiles`). */
export function LeavingQuestion({ question }: { readonly question: string }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !confirm(question));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  return null;
}
