import { lateScreen } from '../ui/late-screen.tsx';
import { Page } from '../ui/page.tsx';
import { useTakenOver } from '../ui/use-taken-over.ts';
import { ColumnChoice } from './column-choice.tsx';
import styles from './explorer-page.module.css';
import { Panel } from './ui/panel.tsx';
import panelStyles from './ui/panel.module.css';

const ExplorerColumns = lateScreen(async () => (await import('./explorer-columns.tsx')).ExplorerColumns, <WaitingColumns />);

/** The explorer, in Portuguese: region, layers and map side by side. */
export function ExplorerPage() {
  const isTakenOver = useTakenOver();
  return (
    <Page title="GeoExplorer" lang="pt-BR" className={styles.page} headingClassName={styles.heading}>
      {isTakenOver ? <ExplorerColumns /> : <WaitingColumns />}
    </Page>
  );
}

const WAITING = [
  { title: 'Escolha a regiao de interesse', state: 'Carregando a busca e o upload...' },
  { title: 'Escolha as camadas', state: 'Carregando camadas...' },
  { title: 'Visualize os resultados', state: 'Carregando o mapa...' },
];

/** The columns while their code is loading, in their final layout. */
function WaitingColumns() {
  return (
    <>
      <ColumnChoice shown="region" />
      <div className={styles.columns} data-shown="region">
        {WAITING.map(({ title, state }, index) => (
          <Panel key={title} step={index + 1} title={title}>
            <p className={panelStyles.waiting}>{state}</p>
          </Panel>
        ))}
      </div>
    </>
  );
}
