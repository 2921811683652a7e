import { Link, NavLink } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import styles from './shell.module.css';

export function Header() {
  return (
    <header className={styles.header} lang="en">
      <div className={styles.bar}>
        <Link to="/" className={styles.logo}>
          <Logo />
        </Link>
        <nav aria-label="Main">
          <ul className={styles.links}>
            <li>
              <NavLink to="/" end>
                Home
              </NavLink>
            </li>
            <li>
              <NavLink to="/geoexplorer">GeoExplorer</NavLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
