import { useId, useRef, useState, useSyncExternalStore } from 'react';
import drop from '../../../ui/drop-area.module.css';
import { useFileDrop } from '../../../ui/use-file-drop.ts';
import type { DropFault } from '../../../ui/use-file-drop.ts';
import type { UploadedAreas } from '../../model/areas/uploaded-areas.ts';
import { EarlierAreas } from './earlier-areas.tsx';
import { FileList } from './file-list.tsx';
import { LostAreas } from './lost-areas.tsx';
import styles from './upload-area.module.css';

const DROP_FAULTS: Readonly<Record<DropFault, string>> = {
  'no files': 'Não há arquivos no que foi solto aqui; pastas dentro de uma pasta não são abertas. Clique na área acima e escolha os arquivos.',
  'inner folders': 'As pastas dentro da pasta que foi solta aqui não foram abertas.',
  unreadable: 'O que foi solto aqui não pôde ser lido. Clique na área acima e escolha os arquivos.',
};

/** The browser's own file control, the drop area around it, and the list of files. */
export function UploadArea({ areas }: { readonly areas: UploadedAreas }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { files, failure, earlier, removed, lost } = useSyncExternalStore(areas.subscribe, () => areas.state);
  const [dropFault, setDropFault] = useState<DropFault | null>(null);
  const { isOver, target } = useFileDrop((dropped) => areas.drop(dropped), setDropFault);
  return (
    <div className={styles.upload}>
      <LostAreas names={lost} />
      <div {...target} className={`${drop.zone} ${styles.zone}`} data-drop-target={isOver || undefined} data-screen-only>
        <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 16V4m-4.5 4.5L12 4l4.5 4.5M4 15v3.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V15" />
        </svg>
        <label htmlFor={id} className={`${drop.label} ${styles.label}`}>
          Faca upload de areas (SHP ou KML)
        </label>
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          multiple
          accept=".shp,.kml"
          aria-describedby={`${id}-hint ${id}-projection`}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            // So that choosing the same files again counts as a choice.
            currentTarget.value = '';
            setDropFault(null);
            if (chosen.length > 0) areas.choose(chosen);
          }}
        />
        <p id={`${id}-hint`} className={drop.hint}>
          Formatos aceitos: .shp, .kml
        </p>
        <p id={`${id}-projection`} className={drop.hint}>
          SHP em UTM: na janela, mostre todos os arquivos e escolha também o .prj. Sem ele, a zona é perguntada.
        </p>
      </div>
      <div role="alert">
        {failure === 'loading' && <p className={styles.failure}>Os arquivos não puderam ser lidos: o programa que os lê não pôde ser carregado. Verifique a conexão e escolha-os de novo.</p>}
        {failure === 'reading' && <p className={styles.failure}>Os arquivos não puderam ser lidos: ocorreu um erro neste navegador. Recarregue a página e escolha-os de novo.</p>}
        {dropFault !== null && <p className={styles.failure}>{DROP_FAULTS[dropFault]}</p>}
      </div>
      <FileList files={files} onPlace={(index, system) => areas.place(index, system)} />
      <EarlierAreas
        shown={earlier}
        removed={removed}
        onRemove={() => {
          areas.removeEarlier();
          // The button that had the focus is gone.
          input.current?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
