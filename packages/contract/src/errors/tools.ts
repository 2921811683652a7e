import type { ErrorEntry } from './entry.ts';

/** Faults of a request to a tool that become apparent with a file. Those with `file` concern that file alone. */
export const TOOL_ERRORS = {
  'field-not-found': { status: 422, title: 'No such field', detail: '"{file}" has no field "{field}". It has: {fields}.' },
  'too-many-parts': { status: 422, title: 'Too many parts', detail: 'To split "{file}" by {field} would make more than {limit} files. Choose a field with fewer values, or a larger number of features for each file.' },
  'format-has-own-system': { status: 422, title: 'The format has its own system', detail: '"{file}" cannot be written as {format} in {crs}: that format is always in WGS 84. Choose GeoPackage or shapefile for another system.' },
  'nothing-left': { status: 422, title: 'Nothing is left', detail: 'Nothing of "{file}" is left: {reason}.' },
  'filter-invalid': { status: 422, title: 'Filter not understood', detail: 'The filter cannot be understood at character {place}: {reason}.' },
  'area-without-polygons': { status: 422, title: 'No area', detail: '"{file}" holds no polygon, so that there is no area to choose by. Give a file with polygons.' },
  'area-not-found': { status: 422, title: 'No such file', detail: 'The files that were sent have none that is called "{area}". Send the file of the area together with the others.' },
  'zone-not-drawn': { status: 422, title: 'Zone not drawn', detail: 'The zone around feature {feature} of "{file}" could not be drawn. If it reaches a pole, choose a smaller distance or leave the feature out; else repair the geometry of the file first and try again.' },
  'output-check-failed': { status: 500, title: 'The result did not pass the check', detail: '"{file}" was written, but it was opened again and did not hold: {reason}. No result is given for it. Tell us about this file.' },
} satisfies Record<string, ErrorEntry>;
