/** The code of a screen did not arrive, for want of a connection or because the server has another version by now. */
export class ScreenNotLoadedError extends Error {
  override readonly name = 'ScreenNotLoadedError';
}

/** Code of a screen that is on its way. @throws {ScreenNotLoadedError} */
export async function arrived<Code>(code: Promise<Code>): Promise<Code> {
  try {
    return await code;
  } catch (error) {
    throw new ScreenNotLoadedError('The code of this screen could not be loaded.', { cause: error });
  }
}
