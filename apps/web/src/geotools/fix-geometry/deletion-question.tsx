import { useId } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { useModal } from '../../ui/use-modal.ts';
import styles from './deletion-question.module.css';

interface DeletionQuestionProps {
  /** The noun for the result. */
  readonly what: string;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

/**
 * Asks before deleting a result that was not downloaded on this page. Escape keeps it. It is there until it is closed: if it went before that, the
 * browser could not return the focus.
 */
export function DeletionQuestion({ what, onDelete, onKeep }: DeletionQuestionProps) {
  const id = useId();
  const { dialog, close } = useModal();
  return createPortal(
    <dialog ref={dialog} role="alertdialog" className={styles.question} aria-labelledby={id} aria-describedby={`${id}-words`} onClose={onKeep}>
      <h2 id={id}>Delete the result, too?</h2>
      <p id={`${id}-words`}>You have not downloaded the {what} since you opened this page. It is deleted together with your files and the report, and cannot be restored.</p>
      <div className={styles.answers}>
        <Button onClick={close}>Keep my files</Button>
        <Button
          look="quiet"
          onClick={() => {
            // The browser returns the focus when this closes; after a deletion it is moved on from there.
            close();
            onDelete();
          }}
        >
          Delete everything
        </Button>
      </div>
    </dialog>,
    document.body,
  );
}
