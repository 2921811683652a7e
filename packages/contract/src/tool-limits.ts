/**
 * The largest distances that tools take, in metres. An entry of its own (`@geoinsights/contract/tool-limits`) that imports no library: the
 * tools' schemas and the forms of the page have them from here.
 */

/** Of a zone to either side: a plane about a meridian is not true so far from it. */
export const LARGEST_BUFFER = 100_000;
/** Of what goes when shapes are made simpler. */
export const LARGEST_SIMPLIFICATION = 1_000_000;
/** By which an edge may leave its true line. */
export const LARGEST_DEVIATION = 100_000;
