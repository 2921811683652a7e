import { Page } from '../ui/page.tsx';
import styles from './plain-page.module.css';

/** Placeholder text only, as in the specification. */
export function NotFoundPage() {
  return <Page title="Page not found" className={styles.page} />;
}
