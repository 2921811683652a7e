import { LARGEST_DEVIATION } from '@geoinsights/contract/tool-limits';
import { BRAZILIAN_SYSTEMS } from '../description/brazilian-systems.ts';
import { RESULT_FORMAT, SOURCE_SYSTEM } from '../description/common-fields.ts';
import { distance, system } from '../description/read-text.ts';
import { metres, resultWords, systemWords } from '../description/summary-words.ts';
import type { ToolDescription } from '../description/tool-description.ts';

export const TOOL: ToolDescription = {
  name: 'reproject',
  place: 2,
  title: 'Reproject',
  heading: () => 'Reproject file',
  summary: ({ to, densify, ...result }) => `reproject to ${systemWords(to)}${densify === undefined ? '' : `, with vertices added to stay within ${metres(densify)}`}${resultWords(result)}`,
  intro: 'The coordinates are transformed to another reference system.',
  noun: 'reprojection',
  participle: 'reprojected',
  addresses: [{ address: 'reproject', draft: {} }],
  defaults: { to: 'EPSG:4674', from: '', densify: '', format: '' },
  fields: [
    {
      kind: 'text',
      name: 'to',
      label: 'Reference system of the result',
      hint: 'Choose from the list, or enter any EPSG code or name.',
      isRequired: true,
      suggestions: BRAZILIAN_SYSTEMS,
      read: system('Enter the code or the name of a reference system, such as EPSG:31982.'),
    },
    SOURCE_SYSTEM,
    {
      kind: 'number',
      name: 'densify',
      label: 'Densify, in metres',
      hint: 'A straight border is a curve in another system: vertices are added until it is within this distance of the curve. Empty: no vertices are added.',
      read: distance(LARGEST_DEVIATION, 'Enter a distance in metres, such as 0.5, or leave the field empty.'),
    },
    { ...RESULT_FORMAT, hint: 'KML, KMZ and GeoJSON are always in WGS 84: in another system they become a GeoPackage.' },
  ],
};
