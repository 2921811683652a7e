import type { ReportAnswer } from '@geoinsights/contract';
import { CHECK, REPAIR, workOf } from '../next-step/work-words.ts';
import type { WorkWords } from '../next-step/work-words.ts';
import { DatasetRows } from './dataset-rows.tsx';
import { DatasetReports } from './dataset-reports.tsx';
import { FailedFiles } from './failed-files.tsx';
import { FindingsTable } from './findings-table.tsx';
import { InputNotes } from './input-notes.tsx';
import { LandTransfers } from './land-transfers.tsx';
import { LossList } from './loss-list.tsx';
import { Notes } from './notes.tsx';
import styles from './report.module.css';
import { ToolSummary } from './tool-summary.tsx';
import { WrittenFiles } from './written-files.tsx';

interface ReportProps {
  readonly report: ReportAnswer;
  /** The kind of task. */
  readonly work: WorkWords;
  readonly result: string | undefined;
  /** Whether the server no longer has the result. */
  readonly onGone: () => void;
}

/** What the result contains and what it has lost, what was found and what is left, and what was done to each dataset and layer. */
export function Report({ report, work, result, onGone }: ReportProps) {
  const steps = [report, ...report.then];
  const notes = [...report.notes, ...report.then.flatMap((step) => step.notes)];
  const inputNotes = steps.flatMap(({ inputs }) => inputs).flatMap((input) => input.notes);
  const isEmpty = notes.length + inputNotes.length + report.datasets.length + report.found.size + steps.flatMap(({ failures, outputs, losses, summary }) => [...failures, ...outputs, ...losses, ...summary]).length === 0;
  // A repair always has one.
  if (isEmpty && work !== REPAIR) return null;
  return (
    <div className={styles.report} data-stacked>
      <h2>Report</h2>
      <LandTransfers report={report} isCheck={work === CHECK} />
      {work === REPAIR && <DatasetRows report={report} result={report.then.length === 0 ? result : undefined} onGone={onGone} />}
      <FailedFiles failures={report.failures} verb={work.participle} />
      {report.then.map(({ tool, failures }, index) => (
        <FailedFiles key={index} failures={failures} verb={workOf(tool).participle} />
      ))}
      <WrittenFiles outputs={(report.then.at(-1) ?? report).outputs} />
      <ToolSummary lines={steps.flatMap(({ summary }) => summary)} />
      <LossList losses={steps.flatMap(({ losses }) => losses)} />
      <div className={styles.facts} data-stacked>
        {report.found.size + report.remaining.size > 0 && <FindingsTable found={report.found} remaining={work === CHECK ? undefined : report.remaining} />}
        <div className={styles.datasets} data-stacked>
          <Notes notes={notes} />
          {steps.map(({ inputs }, index) => (
            <InputNotes key={index} inputs={inputs} />
          ))}
          <DatasetReports datasets={report.datasets} areListed={work === REPAIR} areResult={report.then.length === 0} isCheck={work === CHECK} />
        </div>
      </div>
    </div>
  );
}
