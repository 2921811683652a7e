import { openDiskFile, type InputFile } from '@geoinsights/formats';

/** Runs work on files that are open for reading, and closes them however it ends. */
export async function withOpenFiles<Result>(
  files: readonly { readonly name: string; readonly path: string; readonly folder?: string }[],
  work: (inputs: InputFile[]) => Promise<Result>,
): Promise<Result> {
  const open: Awaited<ReturnType<typeof openDiskFile>>[] = [];
  try {
    for (const file of files) open.push(await openDiskFile(file.path, file.name));
    return await work(open.map((file, position) => ({ ...file, folder: files[position].folder ?? '' })));
  } finally {
    await Promise.all(open.map((file) => file.close()));
  }
}
