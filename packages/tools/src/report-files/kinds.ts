// The kinds of report files. No library is loaded, so that the command line knows them before it has work to do.

export const REPORT_KINDS = ['json', 'json.gz', 'csv', 'balance.csv', 'findings.csv', 'gpkg', 'html', 'pdf'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_LANGUAGES = ['en', 'pt'] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];

const MEDIA_TYPES: Readonly<Record<ReportKind, string>> = {
  json: 'application/json',
  'json.gz': 'application/gzip',
  csv: 'application/zip',
  'balance.csv': 'text/csv; charset=utf-8',
  'findings.csv': 'text/csv; charset=utf-8',
  gpkg: 'application/geopackage+sqlite3',
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
};

export function mediaTypeOfReport(kind: ReportKind): string {
  return MEDIA_TYPES[kind];
}

/** File extensions that determine the kind, the longest first. */
const ENDINGS = ['json.gz', 'json', 'csv', 'gpkg', 'html', 'pdf'] as const;

/** The kind of report for a file of this name; null if its extension does not determine one. */
export function reportKindOfName(name: string): (typeof ENDINGS)[number] | null {
  return ENDINGS.find((ending) => name.toLowerCase().endsWith(`.${ending}`)) ?? null;
}

/** `farm-report-balance.csv` for `farm-report.json`; both tables together are an archive. @param base without an extension */
export function nameOfReport(base: string, kind: ReportKind): string {
  if (kind === 'csv') return `${base}-csv.zip`;
  return kind.endsWith('.csv') ? `${base}-${kind}` : `${base}.${kind}`;
}
