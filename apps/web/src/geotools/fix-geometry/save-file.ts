import { tools } from './tools-client.ts';

/** How long the browser may take to begin reading the blob before its address is released. */
const KEEP_ADDRESS_MS = 60_000;

/** A result or one of its datasets. */
export interface WantedFile {
  readonly file: string;
  /** One-based, as in the report; undefined for the whole result. */
  readonly dataset?: number | undefined;
}

/**
 * Fetches a result and lets the browser save it.
 * @param onProgress called with the share that has arrived, if the size is known.
 * @returns the name under which it is saved.
 */
export async function saveFile({ file, dataset }: WantedFile, onProgress: (share: number) => void): Promise<string> {
  const { blob, name } = await (dataset === undefined ? tools.fetchFile(file, onProgress) : tools.fetchDataset(file, dataset, onProgress));
  saveBlob(blob, name);
  return name;
}

/** Lets the browser save content that is already here. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, KEEP_ADDRESS_MS);
}
