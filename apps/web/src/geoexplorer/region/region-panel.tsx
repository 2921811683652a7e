import { Panel } from '../panel.tsx';

export function RegionPanel() {
  return (
    <Panel step={1} title="Escolha a regiao de interesse">
      <p>Em breve: busca no cadastro e upload de áreas.</p>
    </Panel>
  );
}
