import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@geoinsights/contract/errors';
import { reasonUnreadable } from '@geoinsights/tools/system-reasons';
import { companionKind, sameNameKey, splitName } from '@geoinsights/formats/file-names';
import type { ToolFile } from '@geoinsights/tools/fix-geometry';
import { UsageError } from './exit-codes.ts';
import type { RepairRequest } from './repair-request.ts';
import { receiveStandardInput } from './standard-streams.ts';

/**
 * The files named on the command line, and the companions beside each .shp. A file that is named twice is used once, with a note unless quiet.
 * @throws UsageError if there are none; ProblemError if one cannot be read.
 */
export async function collectInputs({ inputs: places, streamFormat, quiet }: Pick<RepairRequest, 'inputs' | 'streamFormat' | 'quiet'>): Promise<ToolFile[]> {
  if (places.length === 0 && streamFormat === null) throw new UsageError('Name at least one file, or - for standard input.');
  const found = new Map<string, ToolFile>();
  const named = new Set<string>();
  const again = new Set<string>();
  for (const place of places) {
    const full = path.resolve(place);
    if (named.has(full)) again.add(place);
    named.add(full);
    found.set(full, await inputFile(full, place));
    for (const companion of await companionsOf(full)) {
      if (!found.has(companion)) found.set(companion, await inputFile(companion));
    }
  }
  if (!quiet) for (const place of again) console.error(`note: "${place}" was named more than once. It is used once.`);
  return [...found.values()];
}

/** The named files, followed by what arrives on standard input. */
export async function withStandardInput(named: readonly ToolFile[], { streamFormat }: Pick<RepairRequest, 'streamFormat'>, workFolder: string): Promise<ToolFile[]> {
  return streamFormat === null ? [...named] : [...named, await receiveStandardInput(streamFormat, workFolder)];
}

/** Shells replace a pattern by the names that fit; where none does, most of them leave it, and that of Windows always does. */
const PATTERN = 'No file fits this pattern, or your shell does not understand patterns: name the files.';

/** Arguments arrive as text: bytes that are no UTF-8 are lost on the way, so the file cannot be found by them. */
const NO_TEXT = 'Its name is not valid UTF-8: rename the file.';

/** @param asGiven the place in the words of the caller, for messages */
async function inputFile(place: string, asGiven: string = place): Promise<ToolFile> {
  const name = path.basename(place);
  const status = await stat(place).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw (isMissing ? null : unreadable(asGiven, error)) ?? new ProblemError('input-not-found', { file: asGiven, reason: reasonMissing(place) }, { cause: error });
  });
  if (status.isDirectory()) throw new ProblemError('input-not-a-file', { file: asGiven });
  if (!status.isFile()) throw new ProblemError('input-unreadable', { file: asGiven, reason: 'it is a pipe or a device, and files are read more than once; save its output as a file' });
  return { name, path: place, size: status.size, folder: path.dirname(place) };
}

function reasonMissing(place: string): string {
  if (place.includes('\ufffd')) return NO_TEXT;
  return /[*?]/.test(path.basename(place)) ? PATTERN : 'Check its name and folder.';
}

/** The companions of a shapefile. If names differ only in case, those with the same case as the .shp count. */
async function companionsOf(place: string): Promise<string[]> {
  const main = splitName(path.basename(place));
  if (main.extension !== '.shp') return [];
  const folder = path.dirname(place);
  const companions = new Map<string, string>();
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error) ?? error;
  });
  for (const entry of entries) {
    const { base, extension } = splitName(entry.name);
    const kind = companionKind(extension);
    if (entry.isDirectory() || (kind !== 'shapefile' && kind !== 'any') || sameNameKey(base) !== sameNameKey(main.base)) continue;
    if (base === main.base || !companions.has(extension)) companions.set(extension, path.join(folder, entry.name));
  }
  return [...companions.values()];
}

/** Null if the owner of a file or folder can do nothing about the error. */
function unreadable(file: string, error: unknown): ProblemError | null {
  const reason = reasonUnreadable(error);
  return reason === undefined ? null : new ProblemError('input-unreadable', { file, reason }, { cause: error });
}
