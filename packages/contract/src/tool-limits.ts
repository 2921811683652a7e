/**
 * The largest distances that tools accept, in metres. An entry of its own (`@geoinsights/contract/tool-limits`) that imports no library,
 * for the tools' schemas and the forms of the page.
 */

/** To either side: a plane around a meridian is not accurate beyond that. */
export const LARGEST_BUFFER = 100_000;
/** The maximum tolerance for simplifying shapes. */
export const LARGEST_SIMPLIFICATION = 1_000_000;
/** The maximum deviation of an edge from its true line. */
export const LARGEST_DEVIATION = 100_000;
