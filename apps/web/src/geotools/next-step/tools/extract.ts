import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { anyText, box } from '../description/read-text.ts';
import { inList, resultWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

export const TOOL: ToolDescription = {
  name: 'extract',
  place: 5,
  title: 'Extract',
  heading: () => 'Extract features',
  summary: ({ where, bbox, within, clip, ...result }) => {
    const conditions = [where !== undefined && `where ${where}`, bbox !== undefined && `in the box ${bbox}`, within !== undefined && `within the areas of ${within}`];
    return `extract features ${inList(conditions)}${clip === true ? ', cut at the edge' : ''}${resultWords(result)}`;
  },
  intro: 'The result contains only the features that meet every condition you give.',
  noun: 'extraction',
  participle: 'extracted',
  addresses: [{ address: 'extract', draft: {} }],
  defaults: { where: '', bbox: '', within: '', clip: '', from: '', format: '' },
  fields: [
    {
      kind: 'text',
      name: 'where',
      label: 'Attributes',
      hint: "A condition in CQL2, such as state = 'GO' AND area > 100.",
      read: anyText(),
    },
    {
      kind: 'text',
      name: 'bbox',
      label: 'Box',
      hint: 'Smallest x and y, then largest x and y, such as -48.3, -16.1, -47.3, -15.5. With decimal commas, separate the numbers by semicolons.',
      read: box('Enter four numbers: smallest x, smallest y, largest x, largest y.'),
    },
    {
      kind: 'text',
      name: 'within',
      label: 'Within the areas of a file',
      hint: 'The name of one of the files you choose, such as farms.geojson.',
      read: anyText(),
    },
    {
      kind: 'tick',
      name: 'clip',
      label: 'Cut features at the edge',
      hint: 'Otherwise a feature that is partly inside is kept whole.',
      isShown: ({ bbox, within }) => bbox.trim() !== '' || within.trim() !== '',
    },
    SOURCE_SYSTEM,
    RESULT_FORMAT,
  ],
  faultOf: ({ where, bbox, within }) =>
    [where, bbox, within].every((text) => text.trim() === '') ? { field: 'where', fault: 'Say what to extract: a condition, a box or a file with areas.' } : undefined,
};
