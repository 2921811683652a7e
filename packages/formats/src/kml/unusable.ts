import type { Unusable } from './elements.ts';

/**
 * Why geometries cannot be used, in words.
 * @param foreign what cannot be done with other kinds, and which these are, such as `not read (3D models)`
 */
export function unusableWords(foreign: string): Readonly<Record<Unusable, (count: number) => string>> {
  return {
    tuples: (count) => `${count === 1 ? 'One geometry has' : `${count} geometries have`} coordinates that cannot be read without losing a number (a comma for the decimal point, a tuple of one number or of four, degrees with minutes)`,
    structure: (count) => `${count === 1 ? 'One geometry is' : `${count} geometries are`} not structured as KML requires`,
    foreign: (count) => `${count === 1 ? 'One geometry is' : `${count} geometries are`} of a kind that is ${foreign}`,
  };
}
