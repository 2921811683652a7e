import { useEffect, useState } from 'react';
import type { DragEvent } from 'react';

interface FileDrop {
  readonly isOver: boolean;
  /** Handlers for the drop target element. */
  readonly target: {
    readonly onDragEnter: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** What to report about a drop: it contained no file, folders in it were skipped, or it could not be read (for example because a folder was removed). */
export type DropFault = 'no files' | 'inner folders' | 'unreadable';

/**
 * Accepts files, and the files directly inside folders, dropped on an element. A mouse shortcut in addition to a file control, which works for
 * everyone. Files dropped anywhere else do nothing, except on another file control: otherwise the browser would leave the page to show them, and
 * everything on it would be lost.
 * @param onFault called for each drop, with null if there is nothing to report.
 */
export function useFileDrop(onFiles: (files: File[]) => void, onFault: (fault: DropFault | null) => void): FileDrop {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    window.addEventListener('dragover', keepPage);
    window.addEventListener('drop', keepPage);
    return () => {
      window.removeEventListener('dragover', keepPage);
      window.removeEventListener('drop', keepPage);
    };
  }, []);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Without this the browser opens the file instead.
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  return {
    isOver,
    target: {
      onDragEnter: accept,
      onDragOver: accept,
      onDragLeave: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false);
      },
      onDrop: (event) => {
        event.preventDefault();
        setIsOver(false);
        droppedFiles(event.dataTransfer)
          .then(({ files, innerFolders }) => {
            onFault(files.length === 0 ? 'no files' : innerFolders > 0 ? 'inner folders' : null);
            if (files.length > 0) onFiles(files);
          })
          .catch((error: unknown) => {
            console.error('What was dropped could not be read:', error);
            onFault('unreadable');
          });
      },
    },
  };
}

function keepPage(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

interface Dropped {
  readonly files: readonly File[];
  /** How many folders there are inside folders. */
  readonly innerFolders: number;
}

/** The data of a drop is readable only while its event is handled, so everything is requested at once. */
async function droppedFiles(data: DataTransfer): Promise<{ files: File[]; innerFolders: number }> {
  const pending = [...data.items].map((item): Promise<Dropped> => {
    const entry = item.webkitGetAsEntry();
    if (isFolder(entry)) return filesDirectlyIn(entry);
    const file = item.getAsFile();
    return Promise.resolve({ files: file === null ? [] : [file], innerFolders: 0 });
  });
  const dropped = await Promise.all(pending);
  return { files: dropped.flatMap(({ files }) => files), innerFolders: dropped.reduce((sum, { innerFolders }) => sum + innerFolders, 0) };
}

async function filesDirectlyIn(folder: FileSystemDirectoryEntry): Promise<Dropped> {
  const reader = folder.createReader();
  const files: File[] = [];
  let innerFolders = 0;
  for (;;) {
    // A reader returns a few entries at a time, and an empty list at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (entries.length === 0) return { files, innerFolders };
    for (const entry of entries) {
      if (isFile(entry)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
      else innerFolders += 1;
    }
  }
}

function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
