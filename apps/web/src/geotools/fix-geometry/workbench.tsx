import { TaskStatus } from '@geoinsights/contract';
import { useId, useRef, useState } from 'react';
import { latePart } from '../../ui/late-part.tsx';
import { wantsStillness } from '../../ui/wants-stillness.ts';
import { useCheck } from '../check/use-check.ts';
import type { Check } from '../check/use-check.ts';
import { mayKnowTasks } from '../device/remember.ts';
import { jobAgain } from '../next-step/job.ts';
import { workSummary } from '../next-step/work-summary.ts';
import { CHECK, CHECK_GEOMETRY, REPAIR } from '../next-step/work-words.ts';
import { MissingTool } from '../next-step/missing-tool.tsx';
import { FoldedNextStep, NextStepPanel } from '../next-step/next-step-form.tsx';
import type { NextStep } from '../next-step/use-next-step.ts';
import { CheckPanel } from './check-panel.tsx';
import { FilePicker } from './file-picker.tsx';
import { OptionsForm } from './options-form.tsx';
import type { ReviewSlot } from './review-slot.ts';
import { StatusPanel } from './status-panel.tsx';
import { useRepair } from './use-repair.ts';
import type { Repair } from './use-repair.ts';
import { useWantedWork } from './use-wanted-work.ts';
import type { WantedWork } from './use-wanted-work.ts';
import { WorkChoice } from './work-choice.tsx';
import { WorkSummaryLine } from './work-summary-line.tsx';
import styles from './workbench.module.css';

/** Its code is loaded only if there is something to list. */
const OwnTasksList = latePart(async () => (await import('./own-tasks-list.tsx')).OwnTasksList, { what: 'The list of tasks begun on this device' });

interface WorkbenchProps {
  readonly nextStep: NextStep;
  /** What a finished repair did to the land. */
  readonly Review: ReviewSlot;
}

/** Choosing files starts the work at once, unless the tolerances are to be shown first; the parts above it follow the state of the work. */
export function Workbench({ nextStep, Review }: WorkbenchProps) {
  const repair = useRepair();
  const check = useCheck();
  const wanted = useWantedWork(nextStep);
  const knowsTasks = useKnowsTasks(repair.task);
  const { chosen, repairs, isOpenedForTool } = nextStep;
  const { draft, options, wasTried } = wanted;
  const fault = useRef<HTMLParagraphElement>(null);
  const isReady = () => {
    const isSo = wanted.isReady();
    // Once it is there.
    if (!isSo) requestAnimationFrame(() => fault.current?.scrollIntoView({ block: 'nearest' }));
    return isSo;
  };
  const choose = (files: File[]) => {
    if (!isReady()) return;
    if (wanted.checksOnly) {
      repair.leave();
      check.begin(files, options ?? {});
      return;
    }
    check.clear();
    repair.choose({ files, job: wanted.job, looksFirst: repairs && draft.looksFirst ? { options } : undefined });
  };
  const checkOnServer = () => {
    check.clear();
    repair.choose({ files: check.files, job: { endpoint: CHECK_GEOMETRY, options }, looksFirst: undefined });
  };
  const begin = () => {
    if (isReady()) repair.begin(wanted.job);
  };
  const summary = workSummary(nextStep, options !== undefined);
  const summaryId = useId();
  const form = useRef<HTMLElement>(null);
  const beginWords = repairs || chosen === undefined ? 'Repair' : chosen.tool.heading(chosen.draft);
  return (
    <div className={styles.workbench} data-stacked>
      {nextStep.missing !== undefined && <MissingTool title={nextStep.missing} />}
      <StatusPanel repair={repair} beginWords={beginWords} onBegin={begin} />
      <RepairReview Review={Review} repair={repair} wanted={wanted} />
      {check.state.kind !== 'none' && <CheckPanel check={check} onSend={checkOnServer} />}
      <CheckReview Review={Review} check={check} repair={repair} wanted={wanted} />
      {wanted.canCheckOnly && <WorkChoice work={wanted.work} onChange={wanted.setWork} />}
      {summary !== undefined && (
        <WorkSummaryLine
          id={summaryId}
          summary={summary}
          onChange={() => {
            wanted.setShowsNextStep(true);
            // Its beginning, and not its middle, as the focus alone would.
            form.current?.focus({ preventScroll: true });
            form.current?.scrollIntoView({ block: 'start', behavior: wantsStillness() ? 'auto' : 'smooth' });
          }}
        />
      )}
      <div>
        <p ref={fault} role="alert" className={styles.fault}>
          {wasTried &&
            wanted.fault !== undefined &&
            (repair.preview === undefined
              ? `Nothing was sent: ${wanted.fault}. Correct it, then choose your files again.`
              : `Nothing was started: ${wanted.fault}. Correct it, then press ${beginWords} again.`)}
        </p>
        <FilePicker onFiles={choose} describedBy={summary === undefined ? undefined : summaryId} isCompact={check.state.kind === 'running' || check.state.kind === 'done' || (repair.occasion !== undefined && repair.status !== TaskStatus.CANCELLED)} />
      </div>
      <div className={styles.forms} data-screen-only>
        {isOpenedForTool && <NextStepPanel ref={form} nextStep={nextStep} wasTried={wasTried} />}
        {repairs && <OptionsForm draft={draft} automatic={repair.preview} onChange={wanted.setDraft} isOpen={wanted.showsOptions} onToggle={wanted.setShowsOptions} />}
        {!isOpenedForTool && <FoldedNextStep ref={form} nextStep={nextStep} wasTried={wasTried} isOpen={wanted.showsNextStep} onToggle={wanted.setShowsNextStep} />}
      </div>
      {knowsTasks && <OwnTasksList />}
    </div>
  );
}

/** Whether this device remembers tasks, or one was shown since the page was opened. */
function useKnowsTasks(task: string | undefined): boolean {
  const [knewTasks] = useState(mayKnowTasks);
  const [hadTask, setHadTask] = useState(false);
  if (task !== undefined && !hadTask) setHadTask(true);
  return knewTasks || hadTask;
}

interface RepairReviewProps {
  readonly Review: ReviewSlot;
  readonly repair: Repair;
  readonly wanted: WantedWork;
}

/** What a finished task of the server did to the land, or a check there says that a repair would do. */
function RepairReview({ Review, repair, wanted }: RepairReviewProps) {
  const { answer, repairAgain } = repair;
  if (repair.status !== TaskStatus.COMPLETED || answer === undefined || repair.resultFiles.areGone) return null;
  // Decisions go with the options of the result that they are about, whatever the form contains by now.
  const rules = answer.report?.options ?? wanted.options;
  return (
    <Review
      report={answer.report}
      reportFile={answer.report_file}
      task={repair.work === REPAIR ? repair.task : undefined}
      isCheck={repair.work === CHECK}
      files={repair.files}
      onRepairAgain={repairAgain === undefined ? undefined : (decisions) => repairAgain(jobAgain(rules, decisions))}
    />
  );
}

/** What a check on this device says that a repair would do. */
function CheckReview({ Review, check, repair, wanted }: RepairReviewProps & { readonly check: Check }) {
  if (check.state.kind !== 'done') return null;
  const { report, reportFile, inputs } = check.state.checked;
  return (
    <Review
      report={report}
      reportFile={reportFile}
      task={undefined}
      isCheck
      files={inputs}
      onRepairAgain={(decisions) => {
        const job = jobAgain(report.options ?? wanted.options, decisions);
        check.clear();
        repair.choose({ files: check.files, job, looksFirst: undefined });
      }}
    />
  );
}
