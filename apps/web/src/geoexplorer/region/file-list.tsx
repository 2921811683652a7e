import type { FileOutcome } from './areas/messages.ts';
import styles from './file-list.module.css';
import type { ListedFile } from './use-areas.ts';

const BYTES_IN_KB = 1024;

/** The files that came last, with their sizes and what became of them. */
export function FileList({ files }: { readonly files: readonly ListedFile[] }) {
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Arquivos enviados">
          {files.map(({ name, size, outcome }, index) => (
            <li key={index} className={styles.file}>
              <span className={styles.name}>{name}</span>
              <span className={styles.size}>{(size / BYTES_IN_KB).toFixed(2)} KB</span>
              {outcome !== undefined && (
                <span className={styles.outcome} data-state={outcome.state}>
                  {sentence(outcome)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {announcement(files)}
      </p>
    </>
  );
}

const number = new Intl.NumberFormat('pt-BR');

function sentence(outcome: FileOutcome): string {
  switch (outcome.state) {
    case 'reading':
      return outcome.share > 0 ? `lendo, ${Math.floor(outcome.share * 100)}%` : 'lendo';
    case 'unreadable':
      return `ilegível: ${outcome.reason}`;
    case 'drawn':
      return ['desenhado: ' + counted(outcome.features, 'feição', 'feições'), ...remarks(outcome)].join('; ');
  }
}

function remarks({ outside, moved }: Extract<FileOutcome, { state: 'drawn' }>): string[] {
  return [
    ...(outside > 0 ? [`${counted(outside, 'feição', 'feições')} fora: as coordenadas não são graus`] : []),
    ...(moved > 0 ? [`${counted(moved, 'vértice cortado', 'vértices cortados')} no limite do mapa (85° N ou S)`] : []),
  ];
}

function counted(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** One sentence, and only when all files are done: progress is not read out. */
function announcement(files: readonly ListedFile[]): string {
  if (files.some(({ outcome }) => outcome?.state === 'reading')) return '';
  return files.flatMap(({ name, outcome }) => (outcome === undefined ? [] : [`${name}: ${sentence(outcome)}`])).join(' ');
}
