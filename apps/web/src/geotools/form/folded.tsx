import type { ReactNode, Ref } from 'react';
import styles from './folded.module.css';

interface FoldedProps {
  readonly summary: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly summaryRef?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** Rarely needed content, folded behind one line. */
export function Folded({ summary, isOpen, onToggle, summaryRef, children }: FoldedProps) {
  return (
    <details className={styles.folded} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary ref={summaryRef}>{summary}</summary>
      {children}
    </details>
  );
}
