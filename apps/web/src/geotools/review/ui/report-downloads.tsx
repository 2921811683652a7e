import { useId, useState } from 'react';
import type { MouseEvent } from 'react';
import { isFirstPress } from '../../../ui/first-press.ts';
import styles from './report-downloads.module.css';

/** The formats in which the report is available, with the purpose of each. */
const FORMS = [
  { format: 'pdf', name: 'PDF', purpose: 'to sign and pass on', hasLanguage: true },
  { format: 'html', name: 'Print page', purpose: 'to print from the browser', hasLanguage: true },
  { format: 'csv', name: 'CSV', purpose: 'balance and findings as tables', hasLanguage: true },
  { format: 'gpkg', name: 'GeoPackage', purpose: 'before, after and findings with styles, for QGIS', hasLanguage: false },
  { format: 'json.gz', name: 'JSON, compressed', purpose: 'for programs', hasLanguage: false },
] as const;

const LANGUAGES = [
  { key: 'en', words: 'English' },
  { key: 'pt', words: 'Português' },
] as const;

/** Links to a task's report in the formats that the server can make. @param address of the report, without its format. */
export function ReportDownloads({ address }: { readonly address: string }) {
  const id = useId();
  const [language, setLanguage] = useState(preferredLanguage);
  return (
    <section className={styles.downloads} data-screen-only aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Report to keep</h3>
      <div className={styles.language}>
        <label htmlFor={`${id}-language`}>Language of PDF, print page and CSV</label>
        <select id={`${id}-language`} value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
          {LANGUAGES.map(({ key, words }) => (
            <option key={key} value={key} lang={key}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <ul>
        {FORMS.map(({ format, name, purpose, hasLanguage }) => (
          <li key={format}>
            <a href={`${address}?format=${format}${hasLanguage ? `&language=${language}` : ''}`} download onClick={onlyFirst}>
              {name}
            </a>{' '}
            <span>{purpose}</span>
          </li>
        ))}
      </ul>
      <p>They are created on request, which takes a few seconds for a large report.</p>
    </section>
  );
}

function onlyFirst(event: MouseEvent): void {
  if (!isFirstPress(event)) event.preventDefault();
}

/** The language that the browser asks for first: a spreadsheet in Portuguese shows a table in English as one column, in which `1.234` is a thousand. */
function preferredLanguage(): string {
  const known = LANGUAGES.map(({ key }): string => key);
  return navigator.languages.map((tag) => tag.toLowerCase().replace(/-.*/, '')).find((tag) => known.includes(tag)) ?? 'en';
}
