import type { ReportLanguage } from '../kinds.ts';

const BALANCE: Readonly<Record<ReportLanguage, readonly string[]>> = {
  en: ['Dataset', 'Layer', 'Position', 'Id', 'Feature', 'Area before (m2)', 'Area after (m2)', 'Difference (m2)', 'Lost (m2)', 'Gained (m2)', 'Border moved at most (m)', 'Gave to (position: m2)', 'Received from (position: m2)', 'Lost to nobody (m2)', 'Gained from nobody (m2)', 'Why it is empty'],
  pt: ['Conjunto de dados', 'Camada', 'Posição', 'Id', 'Feição', 'Área antes (m2)', 'Área depois (m2)', 'Diferença (m2)', 'Perdeu (m2)', 'Ganhou (m2)', 'Maior deslocamento da divisa (m)', 'Cedeu a (posição: m2)', 'Recebeu de (posição: m2)', 'Perdeu a ninguém (m2)', 'Ganhou de ninguém (m2)', 'Por que ficou vazia'],
};

const FINDINGS: Readonly<Record<ReportLanguage, readonly string[]>> = {
  en: ['Dataset', 'Layer', 'Kind', 'Weight', 'Position', 'Id', 'Feature', 'Other position', 'Other id', 'Other feature', 'Area (m2)', 'Received by (position)', 'Measure (unit of the tolerances)', 'X (layer coordinates)', 'Y (layer coordinates)', 'Action'],
  pt: ['Conjunto de dados', 'Camada', 'Tipo', 'Peso', 'Posição', 'Id', 'Feição', 'Posição da outra', 'Id da outra', 'Outra feição', 'Área (m2)', 'Recebida por (posição)', 'Medida (unidade das tolerâncias)', 'X (coordenadas da camada)', 'Y (coordenadas da camada)', 'Ação'],
};

export function balanceHeading(language: ReportLanguage): readonly string[] {
  return BALANCE[language];
}

export function findingsHeading(language: ReportLanguage): readonly string[] {
  return FINDINGS[language];
}
