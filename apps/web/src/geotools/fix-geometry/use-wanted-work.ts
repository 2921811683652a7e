import { useState } from 'react';
import { jobOf } from '../next-step/job.ts';
import type { Job, TaskOptions } from '../next-step/job.ts';
import type { NextStep } from '../next-step/use-next-step.ts';
import { chosenOptions, DEFAULT_OPTIONS, faultOfAll } from './repair-options.ts';
import type { OptionsDraft } from './repair-options.ts';
import type { Work } from './work-choice.tsx';

/** What the visitor wants done with the files that are chosen next. */
export interface WantedWork {
  readonly work: Work;
  readonly setWork: (work: Work) => void;
  readonly draft: OptionsDraft;
  readonly setDraft: (draft: OptionsDraft) => void;
  /** The options of the repair as they are now; undefined if all have their defaults. */
  readonly options: TaskOptions | undefined;
  readonly job: Job;
  /** What continues with a result needs a result, so then a check alone is not offered. */
  readonly canCheckOnly: boolean;
  readonly checksOnly: boolean;
  readonly showsOptions: boolean;
  readonly setShowsOptions: (isOpen: boolean) => void;
  readonly showsNextStep: boolean;
  readonly setShowsNextStep: (isOpen: boolean) => void;
  /** What must be corrected first, as the middle part of a sentence; undefined if nothing. */
  readonly fault: string | undefined;
  /** Whether something was begun in vain because of a fault. */
  readonly wasTried: boolean;
  /** Whether the work can begin. If not, the forms that have a fault are opened. */
  readonly isReady: () => boolean;
}

export function useWantedWork({ chosen, repairs }: NextStep): WantedWork {
  const [work, setWork] = useState<Work>('repair');
  const [draft, setDraft] = useState<OptionsDraft>(DEFAULT_OPTIONS);
  const [showsOptions, setShowsOptions] = useState(false);
  const [showsNextStep, setShowsNextStep] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const canCheckOnly = repairs && chosen === undefined;
  const options = chosenOptions(draft);
  const optionsFault = repairs ? faultOfAll(draft) : undefined;
  const stepFault = chosen !== undefined && chosen.read.step === undefined ? `something is missing or wrong in “${chosen.tool.heading(chosen.draft)}”` : undefined;
  const fault = optionsFault ?? stepFault;
  return {
    work,
    setWork,
    draft,
    setDraft,
    options,
    job: jobOf({ repairs, repairOptions: options, step: chosen?.read.step }),
    canCheckOnly,
    checksOnly: canCheckOnly && work === 'check',
    showsOptions,
    setShowsOptions,
    showsNextStep,
    setShowsNextStep,
    fault,
    wasTried,
    isReady: () => {
      setWasTried(fault !== undefined);
      if (optionsFault !== undefined) setShowsOptions(true);
      if (stepFault !== undefined) setShowsNextStep(true);
      return fault === undefined;
    },
  };
}
