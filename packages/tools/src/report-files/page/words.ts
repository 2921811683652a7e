import type { ReportLanguage } from '../kinds.ts';
import { ENGLISH } from './words-en.ts';
import type { Words } from './words-of-a-page.ts';
import { PORTUGUESE } from './words-pt.ts';

export type { Words } from './words-of-a-page.ts';

const WORDS: Readonly<Record<ReportLanguage, Words>> = { en: ENGLISH, pt: PORTUGUESE };

export function wordsOf(language: ReportLanguage): Words {
  return WORDS[language];
}
