import styles from './advice.module.css';

/** What a careful owner of data wants to know before handing it over. */
export function Advice() {
  return (
    <div className={styles.advice}>
      <section>
        <h2>What is repaired</h2>
        <ul>
          <li>Overlaps between features</li>
          <li>Gaps between polygon edges</li>
          <li>Duplicate points and unclosed polygons</li>
          <li>Borders that cross themselves, spikes, misplaced holes</li>
        </ul>
      </section>
      <section>
        <h2>What stays</h2>
        <ul>
          <li>Every feature, in its order, with its id and attributes</li>
          <li>Coordinate system, encoding and styles</li>
          <li>Lakes, enclaves and wide voids</li>
          <li>The format you sent</li>
        </ul>
      </section>
      <section>
        <h2>Your files</h2>
        <p>They are deleted after 24 hours, and so is the result. Once a repair has ended you can delete them at once.</p>
      </section>
    </div>
  );
}
