import type { RouteObject } from 'react-router';
import { arrived } from '../ui/late-code.ts';
import { ErrorScreen } from './error-screen.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';
import type { SkipLinks } from './skip-links.tsx';

const PORTUGUESE: SkipLinks = { language: 'pt-BR', main: 'Ir para o conteúdo', others: [] };
/** Known once the explorer has loaded: before, there is no map to skip to. */
const EXPLORER_SKIPS: SkipLinks = { ...PORTUGUESE, others: [{ target: 'mapa', text: 'Ir para o mapa' }] };

/** The screens of the specification, section 2. Each is a separate file, fetched when visited. */
export const ROUTES: readonly RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <ErrorScreen />,
    children: [
      {
        errorElement: <ErrorScreen />,
        children: [
          { path: '/', lazy: async () => ({ Component: (await arrived(import('../home/home-page.tsx'))).HomePage }) },
          {
            handle: PORTUGUESE,
            children: [{ path: '/geoexplorer', lazy: async () => ({ Component: (await arrived(import('../geoexplorer/explorer-page.tsx'))).ExplorerPage, handle: EXPLORER_SKIPS }) }],
          },
          { path: '/geotools', lazy: async () => ({ Component: (await arrived(import('../geotools/tools-page.tsx'))).ToolsPage }) },
          {
            path: '/geotools/fix-geometry',
            lazy: async () => ({ Component: (await arrived(import('../geotools/review/fix-geometry-with-review.tsx'))).FixGeometryWithReview }),
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
