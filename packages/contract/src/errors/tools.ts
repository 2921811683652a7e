import type { ErrorEntry } from './entry.ts';

/** Faults of a request to a tool that become apparent with a file. Those with `file` concern that file alone. */
export const TOOL_ERRORS = {
  'field-not-found': { status: 422, title: 'No such field', detail: '"{file}" has no field "{field}". It has: {fields}.' },
  'too-many-parts': { status: 422, title: 'Too many parts', detail: 'Splitting "{file}" by {field} would give more than {limit} files. Choose a field with fewer values, or more features per file.' },
  'format-has-own-system': { status: 422, title: 'The format has its own system', detail: '"{file}" cannot be written as {format} in {crs}: this format is always in WGS 84. Choose GeoPackage or shapefile for another system.' },
  'nothing-left': { status: 422, title: 'Empty result', detail: 'Nothing is left of "{file}": {reason}.' },
  'filter-invalid': { status: 422, title: 'Filter not understood', detail: 'The filter cannot be understood at character {place}: {reason}.' },
  'area-without-polygons': { status: 422, title: 'No area', detail: '"{file}" contains no polygons, so there is no area to select by. Send a file with polygons.' },
  'area-not-found': { status: 422, title: 'No such file', detail: 'None of the uploaded files is named "{area}". Upload the file of the area together with the others.' },
  'zone-not-drawn': { status: 422, title: 'Buffer not possible', detail: 'The buffer of feature {feature} of "{file}" could not be computed. If it reaches a pole, choose a smaller distance or leave the feature out; otherwise repair the geometry of the file first and try again.' },
  'output-check-failed': { status: 500, title: 'The result did not pass the check', detail: '"{file}" was written, but checking the result failed: {reason}. You get no result for it. Please tell us about this file.' },
} satisfies Record<string, ErrorEntry>;
