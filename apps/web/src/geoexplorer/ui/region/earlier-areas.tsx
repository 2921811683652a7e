import { Button } from '../../../ui/button.tsx';
import { namesOf } from './names-of.ts';
import styles from './upload-area.module.css';

interface EarlierAreasProps {
  /** Names of the files whose areas are still shown. */
  readonly shown: readonly string[];
  /** Names of the files whose areas were just removed. */
  readonly removed: readonly string[];
  readonly onRemove: () => void;
}

/** The files whose areas are on the map, if they are not listed. */
export function EarlierAreas({ shown, removed, onRemove }: EarlierAreasProps) {
  const areShown = shown.length > 0;
  return (
    <div className={styles.earlier}>
      <p role="status" className={areShown ? undefined : 'visually-hidden'}>
        {areShown && `No mapa ainda estão as áreas de ${namesOf(shown)}.`}
        {removed.length > 0 && `As áreas de ${namesOf(removed)} foram retiradas do mapa.`}
      </p>
      {areShown && <Button onClick={onRemove}>Retirar do mapa</Button>}
    </div>
  );
}
