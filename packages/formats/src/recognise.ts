import type { FormatName } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import type { UnpackedArchive } from './archive.ts';
import { descriptionOf } from './descriptions/index.ts';
import { detectContent } from './detect.ts';
import type { DatasetNote, GivenFile, InputFile } from './driver.ts';
import { formatOfExtension, splitName } from './file-names.ts';
import type { Unpacking } from './kmz/unpacking.ts';

/** The outcome for a file that is not a companion of another. */
export type Verdict =
  | { readonly kind: 'dataset'; readonly format: FormatName }
  | { readonly kind: 'archive'; readonly unpacked: UnpackedArchive }
  /** The owner may have sent it along by accident. */
  | { readonly kind: 'left-out'; readonly problem: ProblemError }
  /** It cannot be read, or is not what its name promises. */
  | { readonly kind: 'failed'; readonly problem: ProblemError };

/**
 * Looks into a file to find out what it is.
 * @throws everything that is not the fault of this one file: a full disk, a bug in GeoInsights.
 */
export async function recognise(file: GivenFile, unpacking: Unpacking): Promise<Verdict> {
  if ('problem' in file) return { kind: 'failed', problem: file.problem };
  try {
    if (file.size === 0) return refusal(file, new ProblemError('file-empty', { file: file.name }));
    const detected = await detectContent(file);
    if (detected.format !== null) return { kind: 'dataset', format: detected.format };
    if (detected.archive !== true) return refusal(file, new ProblemError('file-unrecognised', { file: file.name, reason: `it is ${detected.what}.` }));
    const { unpackArchive } = await import('./archive.ts');
    return { kind: 'archive', unpacked: await unpackArchive(file, unpacking) };
  } catch (error) {
    if (error instanceof ProblemError && error.isOfOneFile) return { kind: 'failed', problem: error };
    throw error;
  }
}

/** The owner expects a file whose name promises one of the formats to be processed. */
function refusal({ name }: InputFile, problem: ProblemError): Verdict {
  const { extension } = splitName(name);
  return formatOfExtension(extension) !== null || extension === '.zip' ? { kind: 'failed', problem } : { kind: 'left-out', problem };
}

export function leftOutNote({ name }: GivenFile, { code, details }: ProblemError): DatasetNote {
  const reason = code === 'file-empty' ? 'it is empty.' : String(details['reason']);
  return { code: 'file-left-out', text: `"${name}" was left out: ${reason}` };
}

export function mismatchNotes({ name }: GivenFile, format: FormatName): DatasetNote[] {
  const { extension } = splitName(name);
  if (formatOfExtension(extension) === format) return [];
  const promised = extension === '' ? 'no extension' : `the extension ${extension}`;
  return [{ code: 'content-differs-from-extension', text: `"${name}" has ${promised}, but its content is ${descriptionOf(format).title}, and it was read as such.` }];
}
