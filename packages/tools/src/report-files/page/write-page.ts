import { writeFile } from 'node:fs/promises';
import type { ReportLanguage } from '../kinds.ts';
import type { ReportFile } from '../report-file.ts';
import { pageOf } from './page-of-report.ts';

/** Writes the page for print, with the same content in both formats. */
export async function writePage(file: ReportFile, target: string, { kind, language, date }: { kind: 'html' | 'pdf'; language: ReportLanguage; date: Date }): Promise<void> {
  const page = await pageOf(file, language, date);
  if (kind === 'html') {
    const { htmlOf } = await import('./html/html.ts');
    await writeFile(target, htmlOf(page), { flag: 'wx' });
  } else {
    const { writePdf } = await import('./pdf/write-pdf.ts');
    await writePdf(page, target, date);
  }
}
