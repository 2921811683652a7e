import type { RouteObject } from 'react-router';
import { arrived } from '../ui/late-code.ts';
import { ErrorScreen } from './error-screen.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';
import type { SkipLinks } from './skip-links.tsx';

const EXPLORER_SKIPS: SkipLinks = { language: 'pt-BR', main: 'Ir para o conteúdo', others: [{ target: 'mapa', text: 'Ir para o mapa' }] };

/** The screens of the specification, section 2. Each is a separate file, fetched when visited. Other addresses are not found, as the server answers, too: also if only their case differs. */
export const ROUTES: readonly RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorScreen />,
    children: [
      {
        errorElement: <ErrorScreen />,
        children: [
          { path: '/', lazy: async () => ({ Component: (await arrived(() => import('../home/home-page.tsx'))).HomePage }) },
          {
            path: '/geoexplorer',
            caseSensitive: true,
            handle: EXPLORER_SKIPS,
            lazy: async () => ({ Component: (await arrived(() => import('../geoexplorer/explorer-page.tsx'))).ExplorerPage }),
          },
          { path: '/geotools', caseSensitive: true, lazy: async () => ({ Component: (await arrived(() => import('../geotools/tools-page.tsx'))).ToolsPage }) },
          {
            path: '/geotools/fix-geometry',
            caseSensitive: true,
            lazy: async () => ({ Component: (await arrived(() => import('../geotools/review/fix-geometry-with-review.tsx'))).FixGeometryWithReview }),
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
