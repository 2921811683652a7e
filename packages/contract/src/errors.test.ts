import { expect, it } from 'vitest';
import { FORMAT_ERRORS } from './errors/formats.ts';
import { TOOL_ERRORS } from './errors/tools.ts';

// They are read on the page, by programs, and in a terminal.
it('what is wrong with a file or a request to a tool is said without flags of the command line', () => {
  const details = Object.values({ ...FORMAT_ERRORS, ...TOOL_ERRORS }).map(({ detail }) => detail);
  expect(details.filter((detail) => /--[a-z]|command line/.test(detail))).toEqual([]);
  expect(FORMAT_ERRORS['crs-needed'].detail).toContain('the reference system of your files (option "from")');
});
