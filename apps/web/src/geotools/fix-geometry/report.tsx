import type { ReportAnswer } from '@geoinsights/contract';
import { DatasetReport } from './dataset-report.tsx';
import { FailedFiles } from './failed-files.tsx';
import { FindingsTable } from './findings-table.tsx';
import { LandTransfers } from './land-transfers.tsx';
import styles from './repair-report.module.css';

/** What was found, what is left, and what was done to each dataset and layer. */
export function RepairReport({ report }: { readonly report: ReportAnswer }) {
  return (
    <div className={styles.report}>
      <h2>Report</h2>
      <LandTransfers report={report} />
      <FailedFiles failures={report.failures} />
      {report.found.size + report.remaining.size > 0 && <FindingsTable found={report.found} remaining={report.remaining} />}
      {report.notes.map(({ text }, index) => (
        <p key={index} className={styles.note}>
          {text}
        </p>
      ))}
      {report.datasets.map((dataset, index) => (
        <DatasetReport key={index} dataset={dataset} />
      ))}
    </div>
  );
}
