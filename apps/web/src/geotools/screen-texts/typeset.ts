/** A number and its unit. */
const MEASURE = /(\d) (m²?|cm|mm|km|ft²?|ha|units?²?|US survey ft²?)(?![\p{L}\p{N}])/gu;

/** A quotation mark in front of a word, and not behind one. */
const OPENING = /(?<![\p{L}\p{N}.,;:!?)\]])"(?=[^\s.,;:!?)\]])/gu;

/**
 * A sentence of the server, which is also read in terminals, with the quotation marks of this page, and with its units beside their numbers.
 * If the marks are not in pairs, because a name contains one, they stay unchanged. A name may also contain a pair.
 */
export function typeset(sentence: string): string {
  const marks = sentence.split('"').length - 1;
  return withUnits(marks % 2 === 1 ? sentence : sentence.replaceAll(OPENING, '“').replaceAll('"', '”'));
}

/** The same text, whose lines do not end between a number and its unit. */
export function withUnits(text: string): string {
  return text.replaceAll(MEASURE, '$1\u00a0$2');
}
