import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './routes.tsx';

/** @throws every error that prevents the site from being shown at all. */
export function start() {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no element with the id "root".');
  const router = createRouter();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
