import type { ToolReportAnswer } from '@geoinsights/contract';
import styles from './report.module.css';

/** Files that a note names; there may be hundreds that share it. */
const MOST_NAMED = 5;

/** What is worth saying about the files that a tool read: with their names where there are several, and once for those that share it. */
export function InputNotes({ inputs }: { readonly inputs: ToolReportAnswer['inputs'] }) {
  const names = new Map<string, string[]>();
  for (const { name, notes } of inputs) {
    for (const { text } of notes) {
      const sharing = names.get(text);
      if (sharing === undefined) names.set(text, [name]);
      else sharing.push(name);
    }
  }
  return [...names].map(([text, sharing]) => (
    <p key={text} className={styles.note}>
      {inputs.length > 1 && <strong>{listOf(sharing)}: </strong>}
      {text}
    </p>
  ));
}

function listOf(names: readonly string[]): string {
  const others = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${String(others)} more` : ''}`;
}
