import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DeletionQuestion } from './deletion-question.tsx';
import styles from './file-deletion.module.css';
import { formatMoment } from './quantities.ts';
import type { Deletion } from './use-deletion.ts';

interface FileDeletionProps {
  /** The noun for the result. */
  readonly what: string;
  readonly deletion: Deletion;
  readonly expiresAt: string | undefined;
  /** False if nothing was made of the files. */
  readonly hasResult: boolean;
  /** Whether the result was not downloaded on this page. */
  readonly losesResult: boolean;
  readonly onBegin: () => void;
}

/** Says when the files will be deleted, and lets their owner delete them now. */
export function FileDeletion({ what, deletion, expiresAt, hasResult, losesResult, onBegin }: FileDeletionProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (!deletion.isPossible) return null;
  const begin = () => {
    setIsAsking(false);
    onBegin();
    deletion.begin();
  };
  return (
    <div data-stacked className={styles.deletion}>
      <p>
        Your files{hasResult ? ' and the result' : ''} are deleted after 24 hours{expiresAt === undefined ? '' : `, on ${formatMoment(expiresAt)}`}.
      </p>
      <Button
        look="quiet"
        disabled={deletion.isPending}
        onClick={() => {
          if (losesResult) setIsAsking(true);
          else begin();
        }}
      >
        Delete my files now
      </Button>
      {isAsking && <DeletionQuestion what={what} onDelete={begin} onKeep={() => setIsAsking(false)} />}
      <p role="alert" className={styles.fault}>
        {deletion.failure !== undefined && `The files could not be deleted. ${deletion.failure}`}
      </p>
    </div>
  );
}
