/** A chosen file can no longer be read. The message is a sentence for people. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';

  constructor({ name }: File) {
    super(`“${name}” can no longer be read: it was changed, moved or deleted after you chose it. Choose your files again.`);
  }
}

/** The first of the files that the browser can no longer read: it gives out the content that a file had when it was chosen, or none. */
export async function unreadableAmong(files: readonly File[]): Promise<File | undefined> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return file;
    }
  }
  return undefined;
}
