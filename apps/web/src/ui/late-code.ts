import { renewLostStyles } from './lost-styles.ts';

/** Code that is loaded when it is needed did not arrive, for want of a connection or because the server has another version by now. */
export class NotLoadedError extends Error {
  override readonly name = 'NotLoadedError';
}

/** Code that is loaded now, with the stylesheets that an earlier try has lost. @throws {NotLoadedError} */
export async function arrived<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    await renewLostStyles();
    return await load();
  } catch (error) {
    throw new NotLoadedError('Code of this site could not be loaded.', { cause: error });
  }
}

/** What the browsers say of a module that did not arrive: Chromium, Firefox, Safari. */
const LOST_MODULE = /dynamically imported module|Importing a module script failed/i;

/** Whether an error is that of a module that did not arrive, where nobody could wrap its import. */
export function isOfLostModule(error: unknown): boolean {
  return error instanceof NotLoadedError || (error instanceof TypeError && LOST_MODULE.test(error.message));
}
