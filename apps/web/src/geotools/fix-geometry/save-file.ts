import { tools } from './tools-client.ts';

/** How long the browser may take to begin reading the blob before its address is given up. */
const KEEP_ADDRESS_MS = 60_000;

/** Fetches a result and lets the browser save it. Nothing is shown when that fails (specification, section 8). */
export async function saveFile(file: string): Promise<void> {
  try {
    const { blob, name } = await tools.fetchFile(file);
    const address = URL.createObjectURL(blob);
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => {
      URL.revokeObjectURL(address);
    }, KEEP_ADDRESS_MS);
  } catch {
    // By the specification.
  }
}
