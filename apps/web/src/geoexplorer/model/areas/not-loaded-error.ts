/** Part of what reads files did not arrive, mostly for want of a connection. The files are not to blame. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}
