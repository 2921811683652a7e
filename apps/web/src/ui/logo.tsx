import styles from './logo.module.css';
import { PRODUCT_NAME } from './page.tsx';

/** The mark (parcels and a river) and the name of the product. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <img src="/favicon.svg" alt="" width={32} height={32} />
      <span>{PRODUCT_NAME}</span>
    </span>
  );
}
