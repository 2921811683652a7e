import { useId } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { formatDateTime } from './dates.ts';
import type { ListedLayer } from '../../model/layers/layer-groups.ts';
import styles from './layer-info-modal.module.css';

interface LayerInfoModalProps {
  readonly layer: ListedLayer;
  readonly onClose: () => void;
}

/** Everything the catalogue says about a layer. Closed by its cross, its button, Escape or a click outside it. */
export function LayerInfoModal({ layer, onClose }: LayerInfoModalProps) {
  const id = useId();
  const { dialog, close } = useModal();

  // Outside the columns: a column hidden on a narrow screen would hide the dialogue and leave the page behind it locked.
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.modal}
      aria-labelledby={id}
      onClose={onClose}
      // The dialogue fills its box, so a press on the element itself is one on the backdrop.
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        // The press would move the focus, which should return to where it was.
        event.preventDefault();
        close();
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2 id={id}>{layer.name}</h2>
          <button type="button" className={styles.cross} aria-label="Fechar janela" onClick={close}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="m5 5 10 10M15 5 5 15" />
            </svg>
          </button>
        </header>
        <div className={styles.body} tabIndex={0} role="region" aria-label="Detalhes da camada">
          <section>
            <h3>Descrição:</h3>
            <p>{layer.description}</p>
          </section>
          <section>
            <h3>Fontes:</h3>
            <p>{layer.source}</p>
          </section>
          <section>
            <h3 id={`${id}-dates`}>Detalhes da Data do Dado:</h3>
            <div className={styles.tableFrame} tabIndex={0} role="region" aria-labelledby={`${id}-dates`}>
              <table className={styles.table} aria-labelledby={`${id}-dates`}>
                <thead>
                  <tr>
                    <th scope="col">Data do Dado</th>
                    <th scope="col">Data de Download</th>
                    <th scope="col">Detalhes</th>
                  </tr>
                </thead>
                <tbody>
                  {layer.layer_tasks.map((task, index) => (
                    <tr key={index}>
                      <td className={styles.date}>{formatDateTime(task.provider_date)}</td>
                      <td className={styles.date}>{formatDateTime(task.source_date)}</td>
                      <td>{task.details}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
          <ServiceFacts layer={layer} />
        </div>
        <footer className={styles.foot}>
          <Button onClick={close}>Fechar</Button>
        </footer>
      </div>
    </dialog>,
    document.body,
  );
}

/** What the catalogue knows beyond the specification, if anything. */
function ServiceFacts({ layer: { licence, attribution, last_checked: lastChecked } }: { readonly layer: ListedLayer }) {
  const facts = [
    ['Licença', licence],
    ['Crédito', attribution],
    ['Último funcionamento conhecido', lastChecked === undefined ? undefined : formatDateTime(lastChecked)],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
