import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { nameOfReport, type ReportKind, type ReportLanguage } from './kinds.ts';
import { openReportFile, type ReportFile } from './report-file.ts';

interface WriteReport {
  /** The report as written by `writeReportFile`. */
  readonly source: string;
  /** The kind of file to make of it. */
  readonly kind: ReportKind;
  readonly language: ReportLanguage;
  /** When the work was done; shown on the page. */
  readonly date: Date;
  /** For the result and temporary files. */
  readonly folder: string;
  /** Without an extension. */
  readonly base: string;
}

/** Converts a report to another kind of file. Memory does not grow with its findings. @returns the path of the file */
export async function writeReportAs({ source, kind, language, date, folder, base }: WriteReport): Promise<string> {
  const target = path.join(folder, nameOfReport(base, kind));
  switch (kind) {
    case 'json':
      await copyFile(source, target);
      break;
    case 'json.gz':
      await pipeline(createReadStream(source), createGzip(), createWriteStream(target, { flags: 'wx' }));
      break;
    case 'csv':
      await writeBothTables(await openReportFile(source), target, { folder, base, language });
      break;
    case 'balance.csv':
    case 'findings.csv':
      await writeTable(await openReportFile(source), kind, target, language);
      break;
    case 'gpkg': {
      const { writeFindingsGeopackage } = await import('./geopackage/write-geopackage.ts');
      await writeFindingsGeopackage(await openReportFile(source), folder, base);
      break;
    }
    case 'html':
    case 'pdf': {
      const { writePage } = await import('./page/write-page.ts');
      await writePage(await openReportFile(source), target, { kind, language, date });
      break;
    }
  }
  return target;
}

/** @param kind which of the two */
async function writeTable(file: ReportFile, kind: 'balance.csv' | 'findings.csv', target: string, language: ReportLanguage): Promise<void> {
  const { writeBalanceTable, writeFindingsTable } = await import('./tables/write-tables.ts');
  await (kind === 'balance.csv' ? writeBalanceTable : writeFindingsTable)(file, target, language);
}

async function writeBothTables(file: ReportFile, target: string, { folder, base, language }: Pick<WriteReport, 'folder' | 'base' | 'language'>): Promise<void> {
  const entries = (['balance.csv', 'findings.csv'] as const).map((kind) => ({ kind, name: nameOfReport(base, kind), path: path.join(folder, nameOfReport(base, kind)) }));
  for (const { kind, path: place } of entries) await writeTable(file, kind, place, language);
  const { writeArchive } = await import('../files/archive.ts');
  await writeArchive(target, entries);
  await Promise.all(entries.map((entry) => rm(entry.path)));
}
