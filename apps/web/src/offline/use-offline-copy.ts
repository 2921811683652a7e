import { useEffect } from 'react';

/** Where the build puts the service worker: at the root of everything it controls. */
const SERVICE_WORKER = '/sw.js';

/**
 * Keeps a copy of the tools' pages on this device, so that they open without a network. It is made well after the page has been shown. It is
 * not made during development, when files change without changing their names.
 */
export function useOfflineCopy(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const register = async () => {
      try {
        // Even accessing it throws where it is forbidden, as in a frame of another page.
        await navigator.serviceWorker.register(SERVICE_WORKER);
      } catch (error) {
        // The page works without it as long as there is a network.
        console.info('This page cannot be kept for use without a network:', error);
      }
    };
    const onLoad = () => void register();
    if (document.readyState === 'complete') {
      onLoad();
      return undefined;
    }
    window.addEventListener('load', onLoad, { once: true });
    return () => {
      window.removeEventListener('load', onLoad);
    };
  }, []);
}
