import { expect, it } from 'vitest';
import { ProblemError } from './errors.ts';
import { FORMAT_ERRORS } from './errors/formats.ts';
import { LAYER_ERRORS } from './errors/layers.ts';
import { REQUEST_ERRORS } from './errors/requests.ts';
import { TOOL_ERRORS } from './errors/tools.ts';

// They are read on the page, by programs, and in a terminal.
it('errors about a file or a request to a tool do not mention flags of the command line', () => {
  const details = Object.values({ ...FORMAT_ERRORS, ...TOOL_ERRORS }).map(({ detail }) => detail);
  expect(details.filter((detail) => /--[a-z]|command line/.test(detail))).toEqual([]);
  expect(FORMAT_ERRORS['crs-needed'].detail).toContain('the reference system of your files (option "from")');
});

// A .prj may contain something that is not a definition, and a GeoPackage may name a system that its list lacks.
it('a file that states an unrecognised system is not told that it states none', () => {
  for (const { detail } of [FORMAT_ERRORS['crs-needed'], LAYER_ERRORS['layer-crs-unknown']]) expect(detail).toMatch(/^"\{file\}" does not state the [a-z ]+(?:\{layer\})?, or not in a way that is understood here\. /);
});

it('the error for something gone says that it may have been deleted or have expired', () => {
  for (const code of ['unknown-task', 'unknown-file'] as const) expect(REQUEST_ERRORS[code].detail).toMatch(/deleted or have expired/);
});

it('errors for an unsupported file, and for an unknown address, say what to do instead', () => {
  expect(new ProblemError('file-unrecognised', { file: 'foto.jpg', reason: 'it is a JPEG image.' }).message).toBe('Send a KML, KMZ, shapefile, GeoPackage or GeoJSON file. "foto.jpg" is none of them: it is a JPEG image.');
  expect(REQUEST_ERRORS['not-found'].detail).toContain('/api/v1/docs');
});
