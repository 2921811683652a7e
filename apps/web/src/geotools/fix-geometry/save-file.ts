import { attemptsUntilTheLineIsBack } from './line-back.ts';
import { tools } from './tools-client.ts';

/** How long the browser may take to begin reading the blob before its address is released. */
const KEEP_ADDRESS_MS = 60_000;

/** A result or one of its datasets. */
export interface WantedFile {
  readonly file: string;
  /** One-based, as in the report; undefined for the whole result. */
  readonly dataset?: number | undefined;
}

interface Watch {
  /** Called with the share that has arrived, if the size is known. */
  readonly onProgress: (share: number) => void;
  /** Called each time the connection breaks after the server has begun to send the file: the download goes on when it is back. */
  readonly onBreak: () => void;
  /** Aborts the waiting for a connection. */
  readonly signal: AbortSignal;
}

/** Fetches a result and lets the browser save it. @returns the name under which it is saved. */
export async function saveFile({ file, dataset }: WantedFile, { onProgress, onBreak, signal }: Watch): Promise<string> {
  const attempts = attemptsUntilTheLineIsBack({ signal, onBreak });
  const { blob, name } = await (dataset === undefined ? tools.fetchFile(file, onProgress, attempts) : tools.fetchDataset(file, dataset, onProgress, attempts));
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
