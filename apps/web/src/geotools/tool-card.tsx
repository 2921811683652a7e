import { Link } from 'react-router';
import styles from './tool-card.module.css';

export interface ToolCardProps {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly link: string;
  /** The tool that the linked page is opened for, as in its address; a link opened in a new tab does not carry it. */
  readonly tool?: string;
  /** Width of the image, as in CSS. */
  readonly width?: string;
  /** Height of the image in pixels. */
  readonly height?: number;
}

/** One tool: image, title, description; the whole card is a link. */
export function ToolCard({ title, description, imageUrl, link, tool, width = '100%', height = 150 }: ToolCardProps) {
  return (
    <article className={styles.card}>
      <img className={styles.image} src={imageUrl} alt="" style={{ width, height }} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          <Link to={link} state={tool === undefined ? null : { tool }}>
            {title}
          </Link>
        </h2>
        <p>{description}</p>
      </div>
    </article>
  );
}
