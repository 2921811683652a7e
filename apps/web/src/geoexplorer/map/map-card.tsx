import { Panel } from '../panel.tsx';

export function MapCard() {
  return (
    <Panel step={3} title="Visualize os resultados">
      <p>Em breve: o mapa.</p>
    </Panel>
  );
}
