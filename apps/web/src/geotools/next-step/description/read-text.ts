import { readDecimal } from '../../form/decimal-number.ts';
import type { ReadText } from './tool-description.ts';

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** @returns what reads a whole number within bounds; an empty text leaves the option out. */
export function wholeNumber({ least, most }: Bounds, fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const value = readDecimal(text);
    return value !== undefined && Number.isInteger(value) && value >= least && value <= most ? { value } : { fault };
  };
}

/** @returns what reads a distance above 0, in metres; an empty text leaves the option out. */
export function distance(most: number, fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const value = readDecimal(text);
    return value !== undefined && value > 0 ? upTo(most, value) : { fault };
  };
}

/** @returns what reads a distance on either side, other than 0, which must be given. */
export function distanceToEitherSide(most: number, fault: string): (text: string) => ReadText {
  return (text) => {
    const value = readDecimal(text);
    return value !== undefined && value !== 0 ? upTo(most, value) : { fault };
  };
}

function upTo(most: number, value: number): ReadText {
  return Math.abs(value) <= most ? { value } : { fault: `Write a distance of at most ${most.toLocaleString('en')} metres.` };
}

const DIGITS_OF_SHARE = 12;

/** @returns what reads a percentage above 0, as a share of 1; an empty text leaves the option out. */
export function percentage(fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const value = readDecimal(text.replace(/\s*%$/, ''));
    return value !== undefined && value > 0 && value <= 100 ? { value: Number((value / 100).toPrecision(DIGITS_OF_SHARE)) } : { fault };
  };
}

/** @returns what takes any text; an empty one leaves the option out, or is the fault. */
export function anyText(faultOfEmpty?: string): (text: string) => ReadText {
  return (text) => {
    if (text !== '') return { value: text };
    return faultOfEmpty === undefined ? { value: undefined } : { fault: faultOfEmpty };
  };
}

/** Four numbers as a box, `x0,y0,x1,y1`. Decimal commas are taken where semicolons stand between the numbers. */
export function box(fault: string): (text: string) => ReadText {
  return (text) => {
    if (text === '') return { value: undefined };
    const numbers = text.split(text.includes(';') ? ';' : /[\s,]+/).map(readDecimal);
    const [x0, y0, x1, y1] = numbers;
    const isBox = numbers.length === 4 && x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined && x0 < x1 && y0 < y1;
    return isBox ? { value: numbers.join(',') } : { fault };
  };
}

/** A system by its code (`31982` is `EPSG:31982`; ArcGIS has the numbers of six digits) or by its name; an empty text leaves the option out, or is the fault. */
export function system(faultOfEmpty?: string): (text: string) => ReadText {
  const read = anyText(faultOfEmpty);
  return (text) => {
    const code = /^(?:EPSG\s*:?\s*)?(\d{4,5})$/i.exec(text)?.[1];
    return read(code === undefined ? text : `EPSG:${code}`);
  };
}
