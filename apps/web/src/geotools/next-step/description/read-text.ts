import { ambiguityOf, readDecimal, readQuantity } from '../../form/decimal-number.ts';
import type { ReadText } from './tool-description.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** @returns a parser for an integer within bounds; an empty text omits the option. */
export function wholeNumber({ least, most }: Bounds, fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const value = readQuantity(text);
    return value !== undefined && Number.isInteger(value) && value >= least && value <= most ? { value } : { fault: ambiguityOf(text) ?? fault };
  };
}

/** @returns a parser for a distance above 0, in metres; an empty text omits the option. */
export function distance(most: number, fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const value = readQuantity(text);
    return value !== undefined && value > 0 ? upTo(most, value) : { fault: ambiguityOf(text) ?? fault };
  };
}

/** @returns a parser for a required distance, positive or negative but not 0. */
export function distanceToEitherSide(most: number, fault: string): (text: string) => ReadText {
  return (text) => {
    const value = readQuantity(text);
    return value !== undefined && value !== 0 ? upTo(most, value) : { fault: ambiguityOf(text) ?? fault };
  };
}

function upTo(most: number, value: number): ReadText {
  return Math.abs(value) <= most ? { value } : { fault: `Enter a distance of at most ${most.toLocaleString('en')} metres.` };
}

const DIGITS_OF_SHARE = 12;

/** @returns a parser for a percentage above 0, as a share of 1; an empty text omits the option. */
export function percentage(fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const plain = text.trimEnd();
    const value = readDecimal(plain.endsWith('%') ? plain.slice(0, -1) : plain);
    return value !== undefined && value > 0 && value <= 100 ? { value: Number((value / 100).toPrecision(DIGITS_OF_SHARE)) } : { fault };
  };
}

/** @returns a parser that accepts any text; an empty one omits the option, or is the given fault. */
export function anyText(faultOfEmpty?: string): (text: string) => ReadText {
  return (text) => {
    if (text !== '') return { value: text };
    return faultOfEmpty === undefined ? { value: undefined } : { fault: faultOfEmpty };
  };
}

/** Four numbers as a box, `x0,y0,x1,y1`. Decimal commas are accepted if semicolons separate the numbers. */
export function box(fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const numbers = text.split(text.includes(';') ? ';' : /[\s,]+/).map(readDecimal);
    const [x0, y0, x1, y1] = numbers;
    const isBox = numbers.length === 4 && x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined && x0 < x1 && y0 < y1;
    return isBox ? { value: numbers.join(',') } : { fault };
  };
}

/** A system by its code (`31982` is `EPSG:31982`; six-digit numbers are ArcGIS's) or by its name; an empty text omits the option, or is the given fault. */
export function system(faultOfEmpty?: string): (text: string) => ReadText {
  const read = anyText(faultOfEmpty);
  return (text) => {
    const code = /^(?:EPSG\s*:?\s*)?(\d{4,5})$/i.exec(text)?.[1];
    return read(code === undefined ? text : `EPSG:${code}`);
  };
}
