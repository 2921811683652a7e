import path from 'node:path';
import { listOf } from '@geoinsights/contract/units';
import { nameOfReport, REPORT_LANGUAGES, reportKindOfName, type ReportKind, type ReportLanguage } from '@geoinsights/tools/report-kinds';
import { UsageError } from './exit-codes.ts';
import type { CreatedFolders } from './created-folders.ts';
import { moveTo, planReport, type Delivery } from './output.ts';

/** A file requested by `--report`: its kind and destination. */
interface PlannedReport {
  readonly kind: ReportKind;
  readonly place: string;
}

/** The two tables are separate files, since a spreadsheet opens one at a time. */
const TABLES = ['balance.csv', 'findings.csv'] as const;

/** @throws UsageError; CannotWriteError, as in `planReport` */
export async function planReports(report: string | undefined, delivery: Parameters<typeof planReport>[1], folders: CreatedFolders): Promise<PlannedReport[]> {
  if (report === undefined) return [];
  const kind = reportKindOfName(report);
  if (kind !== 'csv') {
    const place = await planReport(report, delivery, folders);
    // Who asks for a .docx must not find JSON in it. A device such as /dev/stderr has no extension.
    if (kind === null && path.extname(report) !== '') throw new UsageError(`--report takes the name of a .json, .json.gz, .csv, .gpkg, .html or .pdf file, not "${path.basename(report)}".`);
    return [{ kind: kind ?? 'json', place }];
  }
  const base = report.slice(0, -'.csv'.length);
  return Promise.all(TABLES.map(async (table) => ({ kind: table, place: await planReport(nameOfReport(base, table), delivery, folders) })));
}

/** @throws UsageError */
export function reportLanguage(text: string | undefined): ReportLanguage {
  const language = text === undefined ? 'en' : REPORT_LANGUAGES.find((each) => each === text);
  if (language === undefined) throw new UsageError(`--report-language takes ${listOf(REPORT_LANGUAGES, 'or')}, not "${String(text)}".`);
  return language;
}

/**
 * Converts the report as requested and puts it in place.
 * @param source the report as JSON in the work folder; it is moved if JSON was requested
 * @returns where the files are now
 */
export async function deliverReports(planned: readonly PlannedReport[], source: string, language: ReportLanguage, { workFolder, inputs }: Pick<Delivery, 'inputs'> & { readonly workFolder: string }): Promise<string[]> {
  const places: string[] = [];
  for (const { kind, place } of planned) places.push(await moveTo({ inputs }, place, kind === 'json' ? source : await made(kind, source, language, workFolder)));
  return places;
}

async function made(kind: ReportKind, source: string, language: ReportLanguage, workFolder: string): Promise<string> {
  // Its libraries are loaded only on demand.
  const { writeReportAs } = await import('@geoinsights/tools/report-files');
  return writeReportAs({ source, kind, language, date: new Date(), folder: workFolder, base: `asked-${path.parse(source).name}` });
}
