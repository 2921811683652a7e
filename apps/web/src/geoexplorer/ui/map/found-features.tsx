import styles from './found-features.module.css';
import type { Found } from './use-look.ts';

interface FoundFeaturesProps {
  readonly found: Found;
  readonly onClose: () => void;
}

/** The features found at the queried place. */
export function FoundFeatures({ found: { features, more, open, silent }, onClose }: FoundFeaturesProps) {
  return (
    <section
      className={styles.found}
      aria-label="Feições neste ponto"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className={styles.head}>
        <div role="status">
          <h3>{heading({ count: features.length, hasMore: more.length > 0, isSilent: silent.length > 0, open })}</h3>
          {silent.map(({ names, advice }) => (
            <p key={advice} className={styles.silent}>
              Sem resposta: {names.join(', ')}. {advice}
            </p>
          ))}
        </div>
        <button type="button" className={styles.cross} aria-label="Fechar as feições" onClick={onClose}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="m5 5 10 10M15 5 5 15" />
          </svg>
        </button>
      </div>
      {features.length > 0 && (
        <div className={styles.list} tabIndex={0} role="region" aria-label="Atributos">
          {features.map(({ source, label, attributes, remark }, index) => (
            <article key={index} className={styles.feature}>
              <h4>{label}</h4>
              {source !== label && <p className={styles.source}>{source}</p>}
              {remark !== null && <p className={styles.silent}>{remark}</p>}
              {attributes.length > 0 && (
                <dl className={styles.attributes}>
                  {attributes.map(([name, value]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </article>
          ))}
          {more.map((sentence) => (
            <p key={sentence} className={styles.more}>
              {sentence}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

interface Answered {
  readonly count: number;
  readonly hasMore: boolean;
  /** Somebody could not answer. */
  readonly isSilent: boolean;
  readonly open: number;
}

function heading({ count, hasMore, isSilent, open }: Answered): string {
  if (open > 0) return 'Consultando este ponto...';
  if (count === 0) return isSilent ? 'Nenhuma feição encontrada, mas faltam respostas' : 'Nenhuma feição neste ponto';
  if (hasMore) return `Mais de ${count === 1 ? '1 feição' : `${count} feições`} neste ponto`;
  return count === 1 ? '1 feição neste ponto' : `${count} feições neste ponto`;
}
