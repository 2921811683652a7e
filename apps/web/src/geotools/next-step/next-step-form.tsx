import { useId } from 'react';
import type { RefObject } from 'react';
import { ListField } from '../form/choice.tsx';
import fields from '../form/fields.module.css';
import { Folded } from '../form/folded.tsx';
import { Tick } from '../form/tick.tsx';
import styles from './next-step-form.module.css';
import { ToolFields } from './tool-fields.tsx';
import { TOOLS } from './tools/index.ts';
import type { NextStep } from './use-next-step.ts';

interface NextStepProps {
  readonly nextStep: NextStep;
  /** Whether the user has tried to start with the current contents. */
  readonly wasTried: boolean;
  /** Receives what takes the focus of a person who is led here. */
  readonly ref: RefObject<HTMLElement | null>;
}

/** The tool that the page was opened for, and its options. */
export function NextStepPanel({ nextStep, wasTried, ref }: NextStepProps) {
  const id = useId();
  return (
    <section ref={ref} tabIndex={-1} className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{headingOf(nextStep) ?? 'Repair alone'}</h2>
      <NextStepForm nextStep={nextStep} wasTried={wasTried} />
    </section>
  );
}

interface FoldedNextStepProps extends NextStepProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The same for visitors who came to repair, folded away. */
export function FoldedNextStep({ nextStep, wasTried, ref, isOpen, onToggle }: FoldedNextStepProps) {
  return (
    <Folded summary={headingOf(nextStep) ?? 'Then do something else with the result'} isOpen={isOpen} onToggle={onToggle} summaryRef={ref}>
      <NextStepForm nextStep={nextStep} wasTried={wasTried} />
    </Folded>
  );
}

/** What will be done with the files; undefined if they are only repaired. */
function headingOf({ chosen, repairs }: NextStep): string | undefined {
  if (chosen === undefined) return undefined;
  const heading = chosen.tool.heading(chosen.draft);
  return repairs ? `Repair, then: ${heading}` : heading;
}

const NOTHING_ELSE = { key: '', words: 'None' };
const CHOICES = [NOTHING_ELSE, ...TOOLS.map(({ name, title }) => ({ key: name, words: title }))];

function NextStepForm({ nextStep, wasTried }: Omit<NextStepProps, 'ref'>) {
  const { chosen, repairs } = nextStep;
  return (
    <div className={`${fields.fields} ${styles.form}`}>
      {chosen !== undefined && <p className={`${fields.intro} ${fields.whole}`}>{chosen.tool.intro} This applies to the files you choose next.</p>}
      <ListField label="Then" choices={CHOICES} value={chosen?.tool.name ?? ''} onChange={nextStep.choose} />
      {chosen !== undefined && (
        <>
          <Tick label="Repair the geometry first" hint="Otherwise your files are used unchanged." isTicked={repairs} onChange={nextStep.setRepairs} />
          <ToolFields chosen={chosen} tellsMissing={wasTried} onChange={nextStep.edit} />
        </>
      )}
    </div>
  );
}
