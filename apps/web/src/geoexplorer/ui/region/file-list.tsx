import { once } from '../../../ui/once.ts';
import type { ReadOutcome } from '../../model/areas/messages.ts';
import type { FileOutcome, ListedFile } from '../../model/areas/uploaded-areas.ts';
import { adviceFor } from './advice.ts';
import styles from './file-list.module.css';
import { LinkedSentence } from './linked-sentence.tsx';
import { SystemChoice } from './system-choice.tsx';

const BYTES_IN_KB = 1024;

interface FileListProps {
  readonly files: readonly ListedFile[];
  /** The visitor states the reference system of a file, by its code. */
  readonly onPlace: (index: number, system: string) => void;
}

/** The latest files, with their sizes and outcomes. */
export function FileList({ files, onPlace }: FileListProps) {
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Arquivos enviados">
          {files.map(({ name, size, outcome, systems }, index) => {
            const sentence = sentenceOf(name, outcome, files);
            return (
              <li key={index} className={styles.file}>
                <span className={styles.name}>{name}</span>
                <span className={styles.size}>{twoDecimals().format(size / BYTES_IN_KB)} KB</span>
                {sentence !== null && (
                  <span className={styles.outcome} data-state={outcome.state}>
                    <LinkedSentence sentence={sentence} />
                  </span>
                )}
                {systems.length > 0 && (
                  <SystemChoice
                    name={name}
                    systems={systems}
                    onChoose={(system) => {
                      onPlace(index, system);
                    }}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {announcement(files)}
      </p>
    </>
  );
}

const number = once(() => new Intl.NumberFormat('pt-BR'));
const twoDecimals = once(() => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

/** Null if there is nothing to say about a file. */
function sentenceOf(name: string, outcome: FileOutcome, files: readonly ListedFile[]): string | null {
  switch (outcome.state) {
    case 'reading':
      return outcome.share > 0 ? `lendo, ${Math.floor(outcome.share * 100)}%` : 'lendo';
    case 'read':
      return 'lido; desenhando';
    case 'unreadable':
      return `não desenhado: ${outcome.reason}`;
    case 'unloaded':
      return 'não lido: o programa que lê arquivos não pôde ser carregado. Pode não haver conexão; escolha o arquivo de novo quando houver.';
    case 'unplaced':
      return `à espera: ${outcome.reason}`;
    case 'undrawn':
      return 'lido, mas não desenhado: ocorreu um erro neste navegador. Escolha o arquivo de novo.';
    case 'drawn':
      return ['desenhado: ' + counted(outcome.read.features, 'feição', 'feições'), ...remarks(outcome.read)].join('; ');
    case 'companion':
      return `lido junto com ${outcome.of}`;
    case 'listed':
      return adviceFor(name, outcome.isDropped, files);
  }
}

function remarks({ bare, outside, moved, system }: Extract<ReadOutcome, { state: 'read' }>): string[] {
  return [
    ...(system === null ? [] : [`coordenadas em ${system}`]),
    ...(bare > 0 ? [`${counted(bare, 'feição', 'feições')} sem geometria que possa ser desenhada`] : []),
    ...(outside > 0 ? [`${counted(outside, 'feição', 'feições')} fora: as coordenadas não ${system === null ? 'são graus' : 'cabem nesse sistema'}`] : []),
    ...(moved > 0 ? [`${counted(moved, 'vértice cortado', 'vértices cortados')} no limite do mapa (85° N ou S)`] : []),
  ];
}

function counted(count: number, one: string, many: string): string {
  return `${number().format(count)} ${count === 1 ? one : many}`;
}

/** One sentence, and only once all files are done: progress is not announced. */
function announcement(files: readonly ListedFile[]): string {
  if (files.some(({ outcome: { state } }) => state === 'reading' || state === 'read')) return '';
  return files
    .map(({ name, outcome }) => ({ name, sentence: sentenceOf(name, outcome, files) }))
    .flatMap(({ name, sentence }) => (sentence === null ? [] : [`${name}: ${sentence.replace(/\.$/, '')}.`]))
    .join(' ');
}
