import { BRAZILIAN_SYSTEMS } from '../description/brazilian-systems.ts';
import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { anyText, system } from '../description/read-text.ts';
import { resultWords, systemWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

/** The formats of a result that can be in no other system. */
const ALWAYS_WGS84: ReadonlySet<string> = new Set(['kml', 'kmz', 'geojson']);

export const TOOL: ToolDescription = {
  name: 'merge',
  place: 3,
  title: 'Merge',
  heading: () => 'Merge files',
  summary: ({ layers, sourceField, crs, ...result }) =>
    `merge all files into one${layers === 'each' ? ', layer by layer' : ''}${sourceField === undefined ? '' : `, with their names in the field ${sourceField}`}${crs === undefined ? '' : `, in ${systemWords(crs)}`}${resultWords(result)}`,
  intro: 'All files that you choose together become one. A repair before that treats each file separately.',
  noun: 'merge',
  participle: 'merged',
  addresses: [{ address: 'merge', draft: {} }],
  defaults: { layers: 'one', sourceField: '', crs: '', from: '', format: '' },
  fields: [
    {
      kind: 'choice',
      name: 'layers',
      label: 'Layers of the result',
      choices: [
        { key: 'one', words: 'One for all features' },
        { key: 'each', words: 'One for each layer of your files' },
      ],
    },
    {
      kind: 'text',
      name: 'sourceField',
      label: 'Field for the source',
      hint: 'A field of this name says which file each feature comes from. Empty: no such field.',
      placeholder: 'none',
      isShown: ({ layers }) => layers === 'one',
      read: anyText(),
    },
    {
      kind: 'text',
      name: 'crs',
      label: 'Reference system of the result',
      hint: 'Empty: that of the first file. KML, KMZ and GeoJSON are always in WGS 84: in another system they become a GeoPackage.',
      placeholder: 'that of the first file',
      suggestions: BRAZILIAN_SYSTEMS,
      isShown: ({ format }) => !ALWAYS_WGS84.has(format),
      read: system(),
    },
    SOURCE_SYSTEM,
    RESULT_FORMAT,
  ],
};
