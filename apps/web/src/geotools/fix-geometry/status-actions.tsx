import { isUnfinished, TaskStatus } from '@geoinsights/contract';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { BUTTON_WORDS } from './state-words.ts';
import styles from './status-panel.module.css';
import type { Repair } from './use-repair.ts';

interface StatusActionsProps {
  readonly repair: Repair;
  /** The label and the action of the button that starts what a preview waits for. */
  readonly beginWords: string;
  readonly onBegin: () => void;
  /** Gives the focus to something that stays. */
  readonly keepFocus: () => void;
}

/** What a visitor can do about the work: start, stop and repeat it. */
export function StatusActions({ repair, beginWords, onBegin, keepFocus }: StatusActionsProps) {
  const { status, preview, checkAgain, sendAgain, upload } = repair;
  return (
    <div className={styles.actions}>
      {preview !== undefined && (
        <PassingButton look="primary" keepFocus={keepFocus} onPress={onBegin}>
          {beginWords}
        </PassingButton>
      )}
      {status !== TaskStatus.COMPLETED && <WaitingButton status={status} />}
      {checkAgain !== undefined && (
        <PassingButton keepFocus={keepFocus} onPress={checkAgain}>
          Check again
        </PassingButton>
      )}
      {sendAgain !== undefined && (
        <PassingButton keepFocus={keepFocus} onPress={sendAgain}>
          Try again
        </PassingButton>
      )}
      {isUnfinished(status) && (
        <PassingButton disabled={repair.isCancelling} keepFocus={keepFocus} onPress={() => repair.cancel()}>
          Cancel
        </PassingButton>
      )}
      {upload !== undefined && (
        <PassingButton keepFocus={keepFocus} onPress={() => upload.stop()}>
          Stop the upload
        </PassingButton>
      )}
    </div>
  );
}

interface PassingButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'disabled' | 'children'> {
  readonly keepFocus: () => void;
  readonly onPress: () => void;
}

/** A button that may disappear when it is pressed, and must not take the focus with it. */
function PassingButton({ keepFocus, onPress, ...button }: PassingButtonProps) {
  return (
    <Button
      onClick={() => {
        keepFocus();
        onPress();
      }}
      {...button}
    />
  );
}

/** The button of the specification, section 4, in states in which it cannot be pressed. */
function WaitingButton({ status }: { readonly status: TaskStatus }) {
  const words = BUTTON_WORDS[status];
  if (words === undefined) return null;
  return (
    <Button look="primary" disabled>
      {words}
    </Button>
  );
}
