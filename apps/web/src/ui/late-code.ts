import { renewLostStyles } from './lost-styles.ts';

/** Code that is loaded on demand did not arrive, because there is no connection or the server has another version by now. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}

/** Loads code on demand, with the stylesheets that an earlier attempt failed to load. @throws {NotLoadedError} */
export async function arrived<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    await renewLostStyles();
    return await load();
  } catch (error) {
    throw new NotLoadedError('Code of this site could not be loaded.', { cause: error });
  }
}

/** How browsers report that a module could not be loaded: Chromium, Firefox, Safari. */
const LOST_MODULE = /dynamically imported module|Importing a module script failed/i;

/** Whether an error means that a module could not be loaded, for imports that nobody could wrap. */
export function isOfLostModule(error: unknown): boolean {
  return error instanceof NotLoadedError || (error instanceof TypeError && LOST_MODULE.test(error.message));
}
