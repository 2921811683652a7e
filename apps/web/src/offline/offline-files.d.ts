/** Made by the build: what the service worker keeps. */
declare module 'virtual:offline-files' {
  /** Paths on this host, each with the hash of its content in its name. */
  export const KEPT_FILES: readonly string[];
  /** Changes whenever one of the files or the page does. */
  export const VERSION: string;
}
