import path from 'node:path';
import type { Loss, ToolReport } from '@geoinsights/contract';
import { reportedFailure, type InputFile } from '@geoinsights/formats';
import { splitName } from '@geoinsights/formats/file-names';
import { writeArchive } from '../files/archive.ts';
import { cutName, DistinctNames, LONGEST_BASE_IN_BYTES } from '../files/distinct-names.ts';
import { withGivenFiles } from '../files/open-files.ts';
import { toolFile, writeReport } from '../files/result.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { fileSetsOf, type FileSet } from './file-sets.ts';
import { roundFiles } from './round-files.ts';
import type { Sizes } from './summary.ts';

export type CompressReport = Omit<ToolReport, 'tool'> & Sizes & { readonly losses: Loss[] };

export interface CompressOptions {
  /** Decimals to which coordinates are rounded; absent for no rounding. */
  readonly decimals?: number | undefined;
}

const TOOL_NAME = 'compress';
const STRONGEST = 9;
const ARCHIVE_NAME = 'compressed-files.zip';
/** Not allowed in the name of an archive entry: it would be a path, or a drive. */
const NO_PLAIN_NAME = /[\\/\0]|^[a-z](?=:)/gi;

/** Packs all files into one archive. The same files give the same bytes. */
export async function runCompress(context: ToolContext<CompressOptions>): Promise<Omit<ToolResult, 'report'> & { readonly report: CompressReport }> {
  const { inputs, options, workFolder, outputFolder, unpacked = false, onMainFiles, onProgress } = context;
  return withGivenFiles(inputs, async (given) => {
    const { sets, failures, notes, close } = await fileSetsOf(given, workFolder);
    const closing = [close];
    try {
      onMainFiles?.([archiveName(sets)]);
      const before = sets.flatMap(({ files }) => files.map(({ size }) => size));
      const smaller: FileSet[] = [];
      const losses: Loss[] = [];
      const ofRounding: ToolReport['notes'] = [];
      for (const set of sets) {
        if (options.decimals === undefined) {
          smaller.push(set);
          continue;
        }
        const outcome = await roundFiles(set.files, options.decimals, workFolder);
        closing.push(outcome.close);
        losses.push(...outcome.losses);
        ofRounding.push(...outcome.notes);
        smaller.push({ ...set, files: outcome.files });
      }
      const { entries, renamed } = named(smaller);
      const place = path.join(outputFolder, archiveName(smaller));
      const packed = await writeArchive(place, entries, { level: STRONGEST, onBytes: progressOf(entries, onProgress) });
      const output = await toolFile(place);
      const report: CompressReport = {
        failures: failures.map(reportedFailure),
        notes: [...notes, ...renamed, ...ofRounding],
        losses,
        files: entries.map(({ name }, position) => ({ name, bytes: before[position], packed_bytes: packed[position] })),
        bytes: before.reduce((sum, size) => sum + size, 0),
        packed_bytes: output.size,
      };
      const reportFile = await writeReport({ tool: TOOL_NAME, ...report }, output, outputFolder);
      return { output, reportFile, report, ...(unpacked ? { files: [output] } : {}) };
    } finally {
      for (const release of closing) await release();
    }
  });
}

interface NamedFile {
  readonly name: string;
  readonly file: InputFile;
}

/** Unique names for the files, with a note for each set that cannot keep its name. */
function named(sets: readonly FileSet[]): { entries: NamedFile[]; renamed: ToolReport['notes'] } {
  const distinct = new DistinctNames();
  const renamed: ToolReport['notes'] = [];
  const entries = sets.flatMap(({ files, archive }) => {
    const names = distinct.claimSet(files.map(({ name }) => name.replaceAll(NO_PLAIN_NAME, '_')));
    const [{ name, folder = '' }] = files;
    const from = [folder === '' ? '' : ` of folder "${path.basename(folder)}"`, archive === undefined ? '' : ` in "${archive}"`].join('');
    if (name !== names[0]) renamed.push({ code: 'result-renamed', text: `"${name}"${from} is named "${names[0]}" in the result, because its own name was taken or is not allowed.` });
    return files.map((file, position) => ({ name: names[position], file }));
  });
  return { entries, renamed };
}

function archiveName([first, ...others]: readonly FileSet[]): string {
  const base = splitName(first.files[0].name.replaceAll(NO_PLAIN_NAME, '_')).base;
  return others.length > 0 || base === '' ? ARCHIVE_NAME : `${cutName(base, LONGEST_BASE_IN_BYTES)}.zip`;
}

function progressOf(entries: readonly NamedFile[], onProgress: ToolContext<unknown>['onProgress']): (bytes: number) => void {
  const total = entries.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress(Math.min(1, done / total), 'Packing');
  };
}
