import { useState } from 'react';
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

/**
 * Accepts files, and the files directly inside folders, dropped on an element. A mouse shortcut in addition to a file control, which works for everyone.
 * @param onFailure called if the dropped items cannot be read, e.g. a folder that was removed.
 */
export function useFileDrop(onFiles: (files: File[]) => void, onFailure: (error: unknown) => void = reportError): FileDrop {
  const [isOver, setIsOver] = useState(false);
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
          .then((files) => {
            if (files.length > 0) onFiles(files);
          })
          .catch(onFailure);
      },
    },
  };
}

/** The data of a drop is readable only while its event is handled, so everything is requested at once. */
async function droppedFiles(data: DataTransfer): Promise<File[]> {
  const pending = [...data.items].map((item) => {
    const entry = item.webkitGetAsEntry();
    return isFolder(entry) ? filesDirectlyIn(entry) : Promise.resolve([item.getAsFile()]);
  });
  return (await Promise.all(pending)).flat().filter((file) => file !== null);
}

async function filesDirectlyIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  for (;;) {
    // A reader returns some entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (isFile(entry)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    }
  }
}

function isFolder(entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry {
  return entry?.isDirectory === true;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
