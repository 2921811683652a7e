import { PRODUCT_NAME } from '../ui/page.tsx';
import styles from './shell.module.css';

/** These lead nowhere yet: the specification defines them as placeholders. */
const PLACEHOLDER_LINKS = ['Home', 'Features', 'Pricing', 'FAQs', 'About'];

export function Footer() {
  return (
    <footer className={styles.footer} lang="en">
      <div className={styles.bar}>
        <p>© 2024-2025 {PRODUCT_NAME}</p>
        <nav aria-label="Footer">
          <ul className={styles.links}>
            {PLACEHOLDER_LINKS.map((name) => (
              <li key={name}>
                <a href="#">{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
