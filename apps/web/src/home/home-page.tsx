import { Link } from 'react-router';
import { Page } from '../ui/page.tsx';
import styles from './home-page.module.css';
import explorerImage from './images/geoexplorer.svg';
import toolsImage from './images/geotools.svg';
import landImage from './images/land.svg';

/** Both cards have the same description (specification, section 1). */
const DESCRIPTION = 'Work with land and geospatial data in your browser: free, without an account, and with nothing to install.';

const CARDS = [
  { title: 'GeoExplorer', to: '/geoexplorer', image: explorerImage },
  { title: 'GeoTools', to: '/geotools', image: toolsImage },
];

export function HomePage() {
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <Page title="Empowering Geospatial Insights" className={styles.words} headingClassName={styles.heading}>
          <p className={styles.lead}>
            Advanced tools for geospatial analysis, satellite images that show how land changes, and data you can check before you decide.
          </p>
        </Page>
        <img className={styles.land} src={landImage} alt="" width={640} height={440} />
      </div>
      <ul className={styles.cards}>
        {CARDS.map(({ title, to, image }) => (
          <li key={to} className={styles.card}>
            <img src={image} alt="" width={168} height={120} />
            <div>
              <h2>
                <Link to={to}>{title}</Link>
              </h2>
              <p>{DESCRIPTION}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
