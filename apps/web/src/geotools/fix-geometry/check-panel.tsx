import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { isFirstPress } from '../../ui/first-press.ts';
import type { Check, CheckState } from '../check/use-check.ts';
import { CHECK } from '../next-step/work-words.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { Progress } from './progress.tsx';
import { Report } from './report.tsx';
import { saveBlob } from './save-file.ts';
import { checkSentence } from './state-words.ts';
import styles from './status-panel.module.css';
import { useReveal } from './use-reveal.ts';

const LOOKS: Readonly<Record<CheckState['kind'], string>> = {
  none: styles.working,
  running: styles.working,
  done: styles.completed,
  refused: styles.failed,
  stopped: styles.stopped,
};

const REPORT_NAME = 'findings.json';

interface CheckPanelProps {
  readonly check: Check;
  /** Lets the server check the files, which uploads them. */
  readonly onSend: () => void;
}

/** The state of a check on this device, and what it found. */
export function CheckPanel({ check, onSend }: CheckPanelProps) {
  const { state, files, turn } = check;
  const panel = useRef<HTMLElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  useReveal(panel, sentence, turn === 0 ? undefined : { key: `check ${String(turn)}`, takesFocus: true });
  // A button that disappears when pressed must not take the focus with it.
  const keepFocus = () => sentence.current?.focus();
  return (
    <section ref={panel} data-stacked className={`${styles.panel} ${LOOKS[state.kind]}`} data-empty={state.kind === 'none' || undefined} aria-label="State of the check">
      <div role="status">
        <p ref={sentence} tabIndex={-1} data-announced className={styles.sentence}>
          {sentenceOf(state)}
        </p>
      </div>
      <div className={styles.actions}>
        {state.kind === 'running' && (
          <Button
            onClick={() => {
              keepFocus();
              check.stop();
            }}
          >
            Cancel
          </Button>
        )}
        {state.kind === 'done' && (
          <Button
            look="primary"
            onClick={(event) => {
              if (isFirstPress(event)) saveBlob(state.checked.reportFile, REPORT_NAME);
            }}
          >
            Save the findings
          </Button>
        )}
        {state.kind === 'refused' && state.isForServer && (
          <Button
            onClick={() => {
              keepFocus();
              onSend();
            }}
          >
            Upload the files and check them there
          </Button>
        )}
      </div>
      {state.kind === 'running' && <Progress label="Check" share={state.share} note={state.stage} />}
      {state.kind !== 'none' && <ChosenFiles files={files} />}
      {state.kind === 'done' && <Report report={state.checked.report} work={CHECK} result={undefined} onGone={() => undefined} />}
    </section>
  );
}

function sentenceOf(state: CheckState): string {
  switch (state.kind) {
    case 'none':
      return '';
    case 'running':
      return 'Your files are being checked on this device.';
    case 'done':
      return checkSentence(state.checked.report);
    case 'refused':
      return state.isForServer ? `${state.sentence} Nothing was uploaded. The server may have more memory: it can check the files if you upload them.` : state.sentence;
    case 'stopped':
      return 'You stopped this check. Choose files to begin again.';
  }
}
