declare global {
  /** Set by `installImportWhole`; the built site calls it where its code has `import()`. */
  var importWhole: ((address: string, needed: readonly string[]) => Promise<unknown>) | undefined;
}

/** Files that have arrived. Browsers keep them, because their names change with their content. */
const arrived = new Set<string>();

/** Lets the built site load code on demand so that it can be requested again if it did not arrive (`whole-imports.config.ts`). */
export function installImportWhole(): void {
  globalThis.importWhole = importWhole;
}

/**
 * Like `import()`, once the module and all that it needs have arrived. Browsers keep the failure of a module until the page is reloaded, so a
 * module that is imported before that would be missing when the network is back, too.
 *
 * @param needed the addresses of the modules that it needs.
 */
async function importWhole(address: string, needed: readonly string[]): Promise<unknown> {
  await Promise.all([address, ...needed].map(arrives));
  return import(/* @vite-ignore */ address);
}

async function arrives(address: string): Promise<void> {
  if (arrived.has(address)) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(`The server answered a request for ${address} with status ${String(answer.status)}.`);
  // Only what has been read to its end is kept.
  await answer.arrayBuffer();
  arrived.add(address);
}
