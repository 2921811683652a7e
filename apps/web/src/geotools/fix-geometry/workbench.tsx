import { TaskStatus } from '@geoinsights/contract';
import type { ReportAnswer } from '@geoinsights/contract';
import { useState } from 'react';
import { latePart } from '../../ui/late-part.tsx';
import { useCheck } from '../check/use-check.ts';
import { mayKnowTasks } from '../device/remember.ts';
import { jobAgain, jobOf } from '../next-step/job.ts';
import { CHECK, CHECK_GEOMETRY, REPAIR } from '../next-step/work-words.ts';
import { MissingTool } from '../next-step/missing-tool.tsx';
import { FoldedNextStep, NextStepPanel } from '../next-step/next-step-form.tsx';
import type { NextStep } from '../next-step/use-next-step.ts';
import { CheckPanel } from './check-panel.tsx';
import { FilePicker } from './file-picker.tsx';
import { OptionsForm } from './options-form.tsx';
import { chosenOptions, DEFAULT_OPTIONS, faultOfAll } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';
import type { ReviewSlot } from './review-slot.ts';
import { StatusPanel } from './status-panel.tsx';
import { useRepair } from './use-repair.ts';
import { WorkChoice } from './work-choice.tsx';
import type { Work } from './work-choice.tsx';
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
  const [work, setWork] = useState<Work>('repair');
  const [draft, setDraft] = useState<OptionsDraft>(DEFAULT_OPTIONS);
  const [showsOptions, setShowsOptions] = useState(false);
  const [showsNextStep, setShowsNextStep] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [knewTasks] = useState(mayKnowTasks);
  const [hadTask, setHadTask] = useState(false);
  if (repair.task !== undefined && !hadTask) setHadTask(true);
  const knowsTasks = knewTasks || hadTask;
  const { chosen, repairs, isOpenedForTool } = nextStep;
  // What continues with a result needs a result.
  const canCheckOnly = repairs && chosen === undefined;
  const checksOnly = canCheckOnly && work === 'check';
  const optionsFault = repairs ? faultOfAll(draft) : undefined;
  const hasOptionsFault = optionsFault !== undefined;
  const hasStepFault = chosen !== undefined && chosen.read.step === undefined;

  const isReady = () => {
    setWasTried(hasOptionsFault || hasStepFault);
    if (hasOptionsFault) setShowsOptions(true);
    if (hasStepFault) setShowsNextStep(true);
    return !hasOptionsFault && !hasStepFault;
  };
  const wantedJob = () => jobOf({ repairs, repairOptions: chosenOptions(draft), step: chosen?.read.step });
  const choose = (files: File[]) => {
    if (!isReady()) return;
    if (checksOnly) {
      repair.leave();
      check.begin(files, chosenOptions(draft) ?? {});
      return;
    }
    check.clear();
    repair.choose({ files, job: wantedJob(), looksFirst: repairs && draft.looksFirst ? { options: chosenOptions(draft) } : undefined });
  };
  const checkOnServer = () => {
    check.clear();
    repair.choose({ files: check.files, job: { endpoint: CHECK_GEOMETRY, options: chosenOptions(draft) }, looksFirst: undefined });
  };
  const checked = check.state.kind === 'done' ? check.state.checked : undefined;
  /** The options of the result that is being decided on, whatever the form contains by now. */
  const rulesOf = (report: ReportAnswer | undefined) => report?.options ?? chosenOptions(draft);
  const begin = () => {
    if (isReady()) repair.begin(wantedJob());
  };
  const beginWords = repairs || chosen === undefined ? 'Repair' : chosen.tool.heading(chosen.draft);
  const reason = optionsFault ?? (hasStepFault ? `something is missing or wrong in “${chosen.tool.heading(chosen.draft)}”` : undefined);
  return (
    <div className={styles.workbench}>
      {nextStep.missing !== undefined && <MissingTool title={nextStep.missing} />}
      <StatusPanel repair={repair} beginWords={beginWords} onBegin={begin} />
      {repair.status === TaskStatus.COMPLETED && repair.answer !== undefined && !repair.resultFiles.areGone && (
        <Review
          report={repair.answer.report}
          reportFile={repair.answer.report_file}
          task={repair.work === REPAIR ? repair.task : undefined}
          isCheck={repair.work === CHECK}
          files={repair.files}
          onRepairAgain={repair.repairAgain === undefined ? undefined : (decisions) => repair.repairAgain?.(jobAgain(rulesOf(repair.answer?.report), decisions))}
        />
      )}
      {check.state.kind !== 'none' && <CheckPanel check={check} onSend={checkOnServer} />}
      {checked !== undefined && (
        <Review
          report={checked.report}
          reportFile={checked.reportFile}
          task={undefined}
          isCheck
          files={checked.inputs}
          onRepairAgain={(decisions) => {
            const job = jobAgain(rulesOf(checked.report), decisions);
            check.clear();
            repair.choose({ files: check.files, job, looksFirst: undefined });
          }}
        />
      )}
      {canCheckOnly && <WorkChoice work={work} onChange={setWork} />}
      <FilePicker onFiles={choose} isCompact={check.state.kind === 'running' || check.state.kind === 'done' || (repair.occasion !== undefined && repair.status !== TaskStatus.CANCELLED)} />
      <div>
        <p role="alert" className={styles.fault}>
          {wasTried &&
            reason !== undefined &&
            (repair.preview === undefined
              ? `Nothing was sent: ${reason}. Correct it, then choose your files again.`
              : `Nothing was started: ${reason}. Correct it, then press ${beginWords} again.`)}
        </p>
        <div className={styles.forms} data-screen-only>
          {isOpenedForTool && <NextStepPanel nextStep={nextStep} wasTried={wasTried} />}
          {repairs && <OptionsForm draft={draft} automatic={repair.preview} onChange={setDraft} isOpen={showsOptions} onToggle={setShowsOptions} />}
          {!isOpenedForTool && <FoldedNextStep nextStep={nextStep} wasTried={wasTried} isOpen={showsNextStep} onToggle={setShowsNextStep} />}
        </div>
      </div>
      {knowsTasks && <OwnTasksList />}
    </div>
  );
}
