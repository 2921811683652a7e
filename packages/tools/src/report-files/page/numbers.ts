import type { ReportLanguage } from '../kinds.ts';

const LOCALES: Readonly<Record<ReportLanguage, string>> = { en: 'en', pt: 'pt-BR' };
const HECTARE = 10_000;

/** Numbers and names in the notation of a page's language. */
export class Numbers {
  readonly #locale: string;
  readonly #language: ReportLanguage;

  constructor(language: ReportLanguage) {
    this.#language = language;
    this.#locale = LOCALES[language];
  }

  count(value: number): string {
    return value.toLocaleString(this.#locale);
  }

  /** With exactly this many decimals. */
  fixed(value: number, decimals: number): string {
    // Zero has no sign.
    const plain = Math.abs(value) < 0.5 * 10 ** -decimals ? 0 : value;
    return plain.toLocaleString(this.#locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  }

  signed(value: number, decimals: number): string {
    const text = this.fixed(Math.abs(value), decimals);
    if (Math.abs(value) < 0.5 * 10 ** -decimals) return text;
    return value < 0 ? `−${text}` : `+${text}`;
  }

  hectares(squareMetres: number): string {
    return this.fixed(squareMetres / HECTARE, 4);
  }

  /** `1,234.56 m²`; large areas also in hectares. */
  area(squareMetres: number): string {
    const metres = `${this.fixed(squareMetres, squareMetres >= 100 ? 0 : 2)}\u00A0m²`;
    return squareMetres < HECTARE ? metres : `${metres} (${this.hectares(squareMetres)}\u00A0ha)`;
  }

  /** A distance that was set, or derived from the data. */
  distance(value: number): string {
    return Number(value.toPrecision(4)).toLocaleString(this.#locale, { maximumFractionDigits: 8 });
  }

  /** In UTC, and labelled as such: a printed page is read elsewhere. */
  moment(date: Date): string {
    const day = date.toLocaleDateString(this.#locale, this.#language === 'pt' ? { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' } : { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
    const time = date.toLocaleTimeString('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
    return `${day}, ${time} UTC`;
  }
}

const MARKS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{FFFD}]|\p{Cs}/gu;

/** A name from a file, which may contain anything: on one line, without characters that reverse the text direction, and cut if it is too long to read. */
export function shownName(name: string, longest: number): string {
  const characters = Array.from(name.replaceAll(MARKS, ' ').replaceAll(/\s+/g, ' ').trim());
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}
