import { namesOf } from './names-of.ts';
import styles from './upload-area.module.css';

interface LostAreasProps {
  /** Names of the files whose areas went with the previous page of this tab. */
  readonly names: readonly string[];
}

/** Says that a reload, or leaving the explorer, has dropped areas, where the files are chosen again. */
export function LostAreas({ names }: LostAreasProps) {
  const isLost = names.length > 0;
  return (
    <p role="status" className={isLost ? styles.lost : 'visually-hidden'}>
      {isLost && `As áreas de ${namesOf(names)} não estão mais no mapa: elas ficam só nesta página, até ela ser recarregada ou deixada. Para vê-las, escolha ${names.length === 1 ? 'o arquivo' : 'os arquivos'} de novo.`}
    </p>
  );
}
