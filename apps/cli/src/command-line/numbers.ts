import { UsageError } from '../exit-codes.ts';

const NUMBER = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i;
const WITH_THOUSANDS = /^[-+]?\d{1,3}([.,']\d{3})+[.,]\d+$|^[-+]?\d{1,3}(,\d{3}){2,}$|^[-+]?\d{1,3}(\.\d{3}){2,}$/;
/** `1,500` is fifteen hundred in one half of the world and one and a half in the other. `0,500` cannot be a thousand. */
const IN_TWO_WAYS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/**
 * A number as people write it, with a decimal point or comma.
 * @param option for the error message
 * @returns NaN if it is not a number
 * @throws UsageError if it may mean two numbers
 */
export function numberOf(option: string, text: string): number {
  const plain = text.trim();
  if (WITH_THOUSANDS.test(plain)) throw new UsageError(`${option}: write "${plain}" without separators between thousands, such as 1234.5 or 1234,5.`);
  if (IN_TWO_WAYS.test(plain)) {
    const fraction = Number(plain.replace(',', '.'));
    throw new UsageError(`${option}: "${plain}" may mean ${plain.replace(',', '')} or ${String(fraction)}. Write one of these.`);
  }
  return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN;
}
