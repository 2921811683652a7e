import { Link } from 'react-router';
import { useTakenOver } from '../ui/use-taken-over.ts';
import styles from './tool-card.module.css';

export interface ToolCardProps {
  readonly title: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly link: string;
  /** The tool that the linked page is opened for, as in its address; a link opened in a new tab does not include it. */
  readonly tool?: string;
  /** Width of the image in pixels, or in percent of the card's. */
  readonly width?: string;
  /** Height of the image in pixels. */
  readonly height?: number;
}

/** One tool: image, title, description; the whole card is a link once the script that passes the tool on has been loaded. */
export function ToolCard({ title, description, imageUrl, link, tool, width = '100%', height = 150 }: ToolCardProps) {
  const isTakenOver = useTakenOver();
  return (
    <article className={styles.card}>
      <img className={styles.image} src={imageUrl} alt="" width={width} height={height} />
      <div className={styles.text}>
        <h2 className={styles.title}>
          {isTakenOver ? (
            <Link to={link} state={tool === undefined ? null : { tool }}>
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        <p>{description}</p>
      </div>
    </article>
  );
}
