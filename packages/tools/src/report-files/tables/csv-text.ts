import type { ReportLanguage } from '../kinds.ts';

/** The content of a cell: text from anybody, a number, or nothing. */
export type Cell = string | number | null;

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, even if quoted. Whoever named a feature must not be
 * able to run formulas on somebody else's machine (OWASP, CSV Injection).
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Marks the file as UTF-8 for spreadsheets; without it Excel shows letters with accents incorrectly. */
export const BYTE_ORDER_MARK = '\u{FEFF}';

/**
 * Rows of RFC 4180. In English they are separated by commas, and numbers have a point. A spreadsheet in Portuguese treats the
 * comma as the decimal sign, expects semicolons, and shows everything else as one column.
 * @returns the row with its line end
 */
export function csvRow(cells: readonly Cell[], language: ReportLanguage): string {
  return `${cells.map((cell) => cellText(cell, language)).join(language === 'pt' ? ';' : ',')}\r\n`;
}

function cellText(cell: Cell, language: ReportLanguage): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return numberText(cell, language);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Created once: with one per number, a table of 300,000 rows took a minute and a half. */
const WITHOUT_EXPONENT = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 17 });

/** Digits without exponent or grouping. */
function numberText(value: number, language: ReportLanguage): string {
  if (!Number.isFinite(value)) return '';
  const shortest = String(value);
  const text = shortest.includes('e') ? WITHOUT_EXPONENT.format(value) : shortest;
  return language === 'pt' ? text.replace('.', ',') : text;
}
