import type { ReportLanguage } from '../kinds.ts';
import { ENGLISH } from './words-en.ts';
import { PORTUGUESE } from './words-pt.ts';

/** Everything that a page says, in one language. Names, numbers and units come in as they are to be shown. */
export interface Words {
  readonly title: string;
  readonly lead: (isCheck: boolean) => string;
  readonly made: (moment: string) => string;
  readonly files: string;
  readonly filesCaption: string;
  readonly fileColumns: readonly [role: string, name: string, bytes: string, sha256: string];
  readonly input: string;
  readonly result: string;
  readonly noDigests: string;
  readonly failures: (files: string) => string;
  readonly notes: string;
  readonly rules: string;
  readonly ruleSentences: readonly string[];
  readonly layer: (dataset: string, layer: string) => string;
  readonly facts: string;
  readonly factColumns: readonly [string, string];
  readonly system: string;
  readonly features: string;
  readonly changed: string;
  readonly changedOf: (changed: string, emptied: string) => string;
  readonly snapDistance: string;
  readonly gapWidth: string;
  readonly tolerance: (distance: string, unit: string, isAuto: boolean) => string;
  readonly units: Readonly<Record<'metre' | 'foot' | 'US survey foot' | 'coordinate unit', string>>;
  readonly found: string;
  readonly remaining: string;
  readonly nothing: string;
  readonly weights: string;
  readonly weightNames: Readonly<Record<'ownership' | 'shape' | 'cosmetic', string>>;
  readonly kinds: Readonly<Record<string, string>>;
  readonly totals: string;
  readonly totalNames: readonly [before: string, after: string, changedHands: string, toNobody: string, fromNobody: string];
  readonly map: string;
  readonly mapDescription: (changed: string, marks: string) => string;
  readonly mapLeftOut: (count: string) => string;
  readonly north: string;
  readonly before: string;
  readonly after: string;
  readonly land: string;
  readonly place: string;
  readonly balance: string;
  readonly balanceColumns: readonly [position: string, feature: string, before: string, after: string, difference: string, moved: string, gave: string, received: string];
  readonly noBalance: string;
  readonly toNobody: string;
  readonly fromNobody: string;
  readonly empty: (reason: string) => string;
  readonly andOthers: (count: number) => string;
  readonly ownership: string;
  readonly ownershipColumns: readonly [number: string, kind: string, feature: string, other: string, area: string, receiver: string, place: string];
  readonly noOwnership: string;
  readonly nobody: string;
  readonly more: (count: string) => string;
  readonly moreLayers: (count: string) => string;
  readonly signature: string;
  readonly signatureText: string;
  readonly signaturePlace: string;
  readonly signatureDate: string;
  readonly signatureName: string;
  readonly number: (position: string) => string;
  readonly pageOf: (page: number, pages: number) => string;
}

const WORDS: Readonly<Record<ReportLanguage, Words>> = { en: ENGLISH, pt: PORTUGUESE };

export function wordsOf(language: ReportLanguage): Words {
  return WORDS[language];
}
