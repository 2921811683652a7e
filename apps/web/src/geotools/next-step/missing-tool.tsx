import styles from './missing-tool.module.css';

/** Says that what a card names cannot be done yet. */
export function MissingTool({ title }: { readonly title: string }) {
  return <p className={styles.notice}>{title} is not available yet. Fix geometry works as ever.</p>;
}
