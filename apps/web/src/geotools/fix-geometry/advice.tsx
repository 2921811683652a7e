import styles from './advice.module.css';

interface AdviceProps {
  readonly repairs: boolean;
  /** Whether the repaired files themselves are the result, rather than something made of them. */
  readonly isRepairAlone: boolean;
}

/** What a careful owner of data wants to know before handing it over. */
export function Advice({ repairs, isRepairAlone }: AdviceProps) {
  return (
    <div className={styles.advice} data-screen-only>
      {repairs && (
        <section>
          <h2>What is repaired</h2>
          <ul>
            <li>Overlaps between features</li>
            <li>Gaps between polygon edges</li>
            <li>Duplicate points and unclosed polygons</li>
            <li>Borders that cross themselves, spikes, misplaced holes</li>
          </ul>
        </section>
      )}
      {repairs && (
        <section>
          <h2>{isRepairAlone ? 'What stays' : 'What the repair keeps'}</h2>
          <ul>
            <li>Every feature, in its order, with its id and attributes</li>
            <li>Coordinate system, encoding and styles</li>
            <li>Lakes, enclaves and wide voids</li>
            {isRepairAlone && <li>The format you sent</li>}
          </ul>
        </section>
      )}
      <section>
        <h2>Your files</h2>
        <p>Your files and the result are deleted after 24 hours. Once {repairs ? 'a repair' : 'the work'} has ended, you can delete them at once.</p>
      </section>
    </div>
  );
}
