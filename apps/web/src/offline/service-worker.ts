/// <reference lib="webworker" />
import { KEPT_FILES, VERSION } from 'virtual:offline-files';

/**
 * Keeps the pages of the tools on the device. Files whose names contain the hash of their content come from the copy; pages come from the
 * server and, only if it is unreachable, from the copy. API responses are never kept, and neither are requests of the explorer.
 *
 * A new version is prepared alongside the old one and takes over when no page of the old one is open any more, so that files of two versions
 * never mix: without a network, a page and all of its files are of one version.
 */
declare const self: ServiceWorkerGlobalScope;

const PREFIX = 'geoinsights-';
const CACHE = `${PREFIX}${VERSION}`;
/** The pages of the tools. Other addresses get the first of them. */
const TOOLS = '/geotools';
const PAGES = [TOOLS, '/geotools/fix-geometry'];

self.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === TOOLS || pathname.startsWith(`${TOOLS}/`)) event.respondWith(pageOf(request));
  } else if (KEPT_FILES.includes(pathname)) event.respondWith(fileOf(request));
});

/** All or nothing: a copy with a missing file is useless. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...PAGES.map((page) => new Request(page, { cache: 'reload' })), ...KEPT_FILES]);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  // From now on the open page works without a network, too.
  await self.clients.claim();
}

async function pageOf(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const kept = await caches.match(PAGES.includes(pathname) ? pathname : TOOLS, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fileOf(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);
}
