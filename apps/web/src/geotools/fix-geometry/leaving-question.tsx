import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** While mounted, it asks before a navigation to another page of the site; before another site the browser itself asks (see `sendFiles`). */
export function LeavingQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && !confirm('Your files are still being uploaded. Leave this page and stop the upload?'),
  );
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  return null;
}
