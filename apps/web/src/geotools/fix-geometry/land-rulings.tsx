import type { LayerAnswer } from '@geoinsights/contract';
import { countOf, totalOf } from './quantities.ts';
import styles from './report.module.css';

/** Why findings are left unchanged, after their number. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['profile', 'by the registrar profile'],
  ['max-displacement', 'because a border would move farther than you allow'],
  ['max-transfer', 'because more land would change hands than you allow'],
  ['decision', 'as you decided'],
]);

/** The outcome of profile, limits and decisions in a layer; nothing if there were none. */
export function LandRulings({ layer: { left, decisions } }: { readonly layer: Pick<LayerAnswer, 'left' | 'decisions'> }) {
  return (
    <>
      <LeftLine left={left} />
      {decisions !== undefined && <DecisionLines decisions={decisions} />}
    </>
  );
}

function LeftLine({ left }: Pick<LayerAnswer, 'left'>) {
  const count = totalOf(left);
  if (count === 0) return null;
  const reasons = [...left].map(([reason, number]) => `${number.toLocaleString('en')} ${REASONS.get(reason) ?? 'for another reason'}`);
  return (
    <p className={styles.emptied}>
      {countOf(count, 'overlap or gap is', 'overlaps and gaps are')} left as {count === 1 ? 'it was' : 'they were'}: {reasons.join(', ')}. No land changed hands there.
    </p>
  );
}

function DecisionLines({ decisions: { done, not_done: notDone, problems } }: { readonly decisions: NonNullable<LayerAnswer['decisions']> }) {
  const all = done + notDone;
  return (
    <>
      <p>{notDone === 0 ? `${countOf(all, 'decision was', 'decisions were')} carried out.` : `${done.toLocaleString('en')} of your ${countOf(all, 'decision')} carried out.`}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map(({ decision, text }) => (
            <li key={decision}>
              Decision {decision.toLocaleString('en')} was not carried out. {text}
            </li>
          ))}
          {notDone > problems.length && <li>And {(notDone - problems.length).toLocaleString('en')} more; the list of all findings shows their current state.</li>}
        </ul>
      )}
    </>
  );
}
