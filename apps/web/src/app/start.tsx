import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { installImportWhole } from '../ui/import-whole.ts';
import { watchStyles } from '../ui/lost-styles.ts';
import { ROUTES } from './routes.tsx';

/**
 * Shows the site once the code of its screen has arrived. A page that came with its first texts as HTML (`first-screen.tsx`) keeps them,
 * unless they belong to another address: the offline copy shows one page instead of others.
 * @throws every error that prevents the site from being shown at all.
 */
export function start() {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  nameHistoryEntry();
  watchStyles();
  installImportWhole();
  const router = createBrowserRouter([...ROUTES]);
  const show = () => {
    document.getElementById('starting')?.remove();
    const site = (
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>
    );
    // Rendered in slices of a few milliseconds, so that a slow device still answers meanwhile.
    startTransition(() => {
      if (root.dataset['address'] === window.location.pathname && router.state.errors === null) hydrateRoot(root, site);
      else createRoot(root).render(site);
    });
  };
  if (router.state.initialized) {
    show();
    return;
  }
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
}

/**
 * Names the history entry that this load of the site made. The router calls every unnamed one "default", and would give a page the scroll
 * position of another that was loaded before it.
 */
function nameHistoryEntry(): void {
  const entry: unknown = history.state;
  const known = typeof entry === 'object' && entry !== null ? entry : {};
  if (!('key' in known)) history.replaceState({ ...known, key: `load-${String(performance.timeOrigin)}` }, '');
}
