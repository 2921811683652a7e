import type { FindingWeight, LandReason } from '@geoinsights/contract';
import type { ReportLanguage } from '../kinds.ts';
import { wordsOf } from '../page/words.ts';

const BALANCE: Readonly<Record<ReportLanguage, readonly string[]>> = {
  en: ['Dataset', 'Layer', 'Position', 'Id', 'Feature', 'Area before (m2)', 'Area after (m2)', 'Difference (m2)', 'Lost (m2)', 'Gained (m2)', 'Border moved at most (m)', 'Gave to (position: m2)', 'Received from (position: m2)', 'Lost to nobody (m2)', 'Gained from nobody (m2)', 'Why it is empty'],
  pt: ['Conjunto de dados', 'Camada', 'Posição', 'Id', 'Feição', 'Área antes (m2)', 'Área depois (m2)', 'Diferença (m2)', 'Perdeu (m2)', 'Ganhou (m2)', 'Maior deslocamento da divisa (m)', 'Cedeu a (posição: m2)', 'Recebeu de (posição: m2)', 'Perdeu a ninguém (m2)', 'Ganhou de ninguém (m2)', 'Por que ficou vazia'],
};

const FINDINGS: Readonly<Record<ReportLanguage, readonly string[]>> = {
  en: ['Dataset', 'Layer', 'Kind', 'Weight', 'Position', 'Id', 'Feature', 'Other position', 'Other id', 'Other feature', 'Area (m2)', 'Received by (position)', 'Measure (unit of the tolerances)', 'X (layer coordinates)', 'Y (layer coordinates)', 'Action', 'Decided by', 'Decision'],
  pt: ['Conjunto de dados', 'Camada', 'Tipo', 'Peso', 'Posição', 'Id', 'Feição', 'Posição da outra', 'Id da outra', 'Outra feição', 'Área (m2)', 'Recebida por (posição)', 'Medida (unidade das tolerâncias)', 'X (coordenadas da camada)', 'Y (coordenadas da camada)', 'Ação', 'Decidido por', 'Decisão'],
};

/** What a repair does about a finding. */
const ACTIONS_IN_PORTUGUESE: Readonly<Record<string, string>> = {
  reported: 'deixado como está',
  'vertex-removed': 'vértice removido',
  'ring-closed': 'anel fechado',
  'ring-removed': 'anel removido',
  'geometry-emptied': 'feição ficou sem área',
  'ring-split': 'anel separado',
  'parts-united': 'partes unidas',
  'hole-reassigned': 'furo passado a outra parte',
  'hole-became-part': 'furo tornado parte',
  'part-became-hole': 'parte tornada furo',
  'vertex-inserted': 'vértice inserido',
  'vertex-moved': 'vértice movido',
  'overlap-assigned': 'área atribuída',
  'cut-out': 'recortada',
  'gap-closed': 'vazio fechado',
  'land-transferred': 'área transferida',
};

/** Kinds, weights and actions in the language of a table: in English the words of the report itself, for programs. */
export function termsOf(language: ReportLanguage): Terms {
  if (language === 'en') return { kind: itself, weight: itself, action: itself, reason: itself };
  const { kinds, weightNames, reasons, decision } = wordsOf(language);
  return {
    kind: (kind) => kinds[kind] ?? kind,
    weight: (weight) => weightNames[weight],
    action: (action) => ACTIONS_IN_PORTUGUESE[action] ?? action,
    reason: (reason) => (reason === 'decision' ? decision('').trim() : reasons[reason]),
  };
}

export interface Terms {
  readonly kind: (kind: string) => string;
  readonly weight: (weight: FindingWeight) => string;
  readonly action: (action: string) => string;
  readonly reason: (reason: LandReason) => string;
}

function itself(term: string): string {
  return term;
}

export function balanceHeading(language: ReportLanguage): readonly string[] {
  return BALANCE[language];
}

export function findingsHeading(language: ReportLanguage): readonly string[] {
  return FINDINGS[language];
}
