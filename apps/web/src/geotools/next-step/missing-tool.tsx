import styles from './missing-tool.module.css';

/** Notes that a card's tool does not exist yet. */
export function MissingTool({ title }: { readonly title: string }) {
  return <p className={styles.notice}>{title} is not available yet. Fix geometry works as usual.</p>;
}
