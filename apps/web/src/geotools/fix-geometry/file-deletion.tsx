import { Button } from '../../ui/button.tsx';
import styles from './file-deletion.module.css';
import { formatMoment } from './quantities.ts';
import type { Deletion } from './use-repair.ts';

interface FileDeletionProps {
  readonly deletion: Deletion;
  readonly expiresAt: string | undefined;
  readonly onBegin: () => void;
}

/** Says when the files go, and lets their owner have them gone at once. */
export function FileDeletion({ deletion, expiresAt, onBegin }: FileDeletionProps) {
  if (!deletion.isPossible) return null;
  return (
    <div className={styles.deletion}>
      <p>
        Your files and the result are deleted after 24 hours{expiresAt === undefined ? '' : `, on ${formatMoment(expiresAt)}`}.
      </p>
      <Button
        look="quiet"
        disabled={deletion.isPending}
        onClick={() => {
          onBegin();
          deletion.begin();
        }}
      >
        Delete my files now
      </Button>
      <p role="alert" className={styles.fault}>
        {deletion.failure !== undefined && `The files could not be deleted. ${deletion.failure}`}
      </p>
    </div>
  );
}
