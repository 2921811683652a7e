import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import { ProblemError } from '@geoinsights/contract';
import type { FastifyInstance } from 'fastify';
import { answerNotFound, sendProblem } from './errors.ts';
import { SQLITE_WORKER_POLICY } from './security-headers.ts';

export const BUILT_SITE = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The pages of the site; every other address gets its not-found screen, with status 404. */
const PAGES = ['/', '/geoexplorer', '/geotools', '/geotools/fix-geometry'] as const;
/** Pages have files of their own, which contain their first words and name in advance what they need. */
const FILES: Readonly<Record<(typeof PAGES)[number], string>> = { '/': 'home.html', '/geoexplorer': 'geoexplorer.html', '/geotools': 'geotools.html', '/geotools/fix-geometry': 'fix-geometry.html' };
/** Addresses for programs: if nothing is there, the answer is not a page. */
const NOT_PAGES = ['/api/', '/ogcapi/', '/assets/'];
/** The workers that read the visitor's own GeoPackages with SQLite as WebAssembly. A worker's policy is that of its own file. */
const SQLITE_WORKER = /^(check|review)\.worker-[^/]*\.js(\.br)?$/;

/** Serves the built site. Without one (before the first build) there is only the API. */
export async function siteRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(staticFiles, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    // The build has written compressed copies (`.br`); whoever cannot read them gets the file itself.
    preCompressed: true,
    // All are short. A part would also be given of the screen that answers 404, and of a compressed copy.
    acceptRanges: false,
    // The names of assets contain a hash of their content; everything else is revalidated.
    setHeaders: (response, file) => {
      const isAsset = file.startsWith(path.join(folder, 'assets') + path.sep);
      void response.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isAsset && SQLITE_WORKER.test(path.basename(file))) void response.header('content-security-policy', SQLITE_WORKER_POLICY);
    },
    cacheControl: false,
  });
  for (const page of PAGES) {
    const own = FILES[page];
    const file = existsSync(path.join(folder, own)) ? own : 'index.html';
    app.get(page, { schema: { hide: true } }, (_request, reply) => reply.sendFile(file));
  }
  // Their own names are no addresses of pages.
  for (const file of ['index.html', ...Object.values(FILES)]) app.get(`/${file}`, { schema: { hide: true } }, (_request, reply) => reply.callNotFound());

  app.setNotFoundHandler((request, reply) => {
    // The reply is not returned: Fastify would add another listener to it at each step that led here, and Node warns of so many listeners.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendProblem(reply.header('allow', 'GET, HEAD'), new ProblemError('method-not-allowed', { method: request.method, allowed: 'GET, HEAD' }).toProblem());
    } else if (NOT_PAGES.some((place) => request.url.startsWith(place))) answerNotFound(request, reply);
    else reply.code(404).sendFile('index.html');
  });
}
