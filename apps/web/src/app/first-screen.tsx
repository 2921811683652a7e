import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { ROUTES } from './routes.tsx';

/**
 * A page as HTML while its script is loading: its header, its heading and its introduction (see `useTakenOver`). Called when the site is
 * built (`first-screens.config.ts`).
 */
export async function firstScreenOf(address: string): Promise<string> {
  const handler = createStaticHandler([...ROUTES]);
  const context = await handler.query(new Request(new URL(address, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${address} leads elsewhere.`);
  return renderToString(
    <StrictMode>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>,
  );
}
