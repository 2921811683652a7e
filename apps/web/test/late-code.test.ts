import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { arrived, NotLoadedError } from '../src/ui/late-code.ts';

beforeEach(() => {
  vi.stubGlobal('document', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser as Chromium is: what it could not load once it does not ask for again. */
function chromium() {
  let isLost: boolean | undefined;
  return () => {
    isLost ??= !navigator.onLine;
    return isLost ? Promise.reject(new TypeError('Failed to fetch dynamically imported module')) : Promise.resolve('code');
  };
}

it('what could not be loaded without a network is there when the network is back', async () => {
  const load = chromium();
  vi.stubGlobal('navigator', { onLine: false });
  await expect(arrived(load)).rejects.toThrow(NotLoadedError);
  vi.stubGlobal('navigator', { onLine: true });
  expect(await arrived(load)).toBe('code');
});

it('a page with a service worker takes its copy without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } });
  expect(await arrived(() => Promise.resolve('code'))).toBe('code');
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: null } });
  await expect(arrived(() => Promise.resolve('code'))).rejects.toThrow(NotLoadedError);
});
