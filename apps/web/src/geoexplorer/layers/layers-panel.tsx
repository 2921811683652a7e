import { Panel } from '../panel.tsx';

export function LayersPanel() {
  return (
    <Panel step={2} title="Escolha as camadas">
      <p>Em breve: camadas temáticas em grupos.</p>
    </Panel>
  );
}
