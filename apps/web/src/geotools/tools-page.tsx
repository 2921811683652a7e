import { Link } from 'react-router';
import { Page } from '../ui/page.tsx';
import { useOfflineCopy } from '../offline/use-offline-copy.ts';
import { ToolCard } from './tool-card.tsx';
import { TOOL_CARDS } from './tool-cards.ts';
import styles from './tools-page.module.css';

export function ToolsPage() {
  useOfflineCopy();
  return (
    <Page title="All your geoprocessing tools in one place" className={styles.page}>
      <p className={styles.subtitle}>
        Merge, split, compress, convert, reproject and extract your geospatial files. Every tool is free, and none asks for an account.
      </p>
      <p className={styles.note}>
        Each tool repairs the geometry first, unless you tell it not to. <Link to="/geotools/fix-geometry">Fix geometry</Link> does that alone; split and extract are found
        there, too.
      </p>
      <ul className={styles.grid}>
        {TOOL_CARDS.map((card, index) => (
          <li key={index}>
            <ToolCard {...card} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
