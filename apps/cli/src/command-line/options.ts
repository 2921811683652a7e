import type { ParseArgsConfig } from 'node:util';

/** What a shell may offer as the value of an option. */
type Offered = 'file' | 'folder' | readonly string[];

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** The name of the value in the help; a switch has none. */
  readonly value?: string;
  /** Absent if the value is free text. */
  readonly offered?: Offered;
  readonly text: string;
}

/** Formats accepted from standard input, by file extension. */
export const STREAM_FORMATS = ['kml', 'kmz', 'gpkg', 'geojson', 'zip'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];
const FIX_OR_KEEP = ['fix', 'keep'] as const;

/**
 * Every option of every command, described once: the argument parser, the help and the shell completions use this table. Each
 * command lists the options that it accepts.
 */
export const OPTIONS = {
  output: { type: 'string', short: 'o', value: 'OUTPUT', offered: 'file', text: 'where the result goes: a file, a folder, or - (standard output)' },
  report: { type: 'string', value: 'FILE.json', offered: 'file', text: 'write the report with every finding' },
  'report-language': { type: 'string', value: 'en|pt', offered: ['en', 'pt'], text: 'language of the tables and the printable page: English or Portuguese (default en)' },
  list: { type: 'boolean', text: 'print every finding on a line of its own: what, where, which features' },
  json: { type: 'boolean', text: 'print JSON for programs instead of text' },
  format: { type: 'string', value: STREAM_FORMATS.join('|'), offered: STREAM_FORMATS, text: 'the format of standard input; zip: a zipped shapefile' },
  'snap-distance': { type: 'string', value: 'DISTANCE', offered: ['auto'], text: 'match borders of different features closer than this (default auto: from the data)' },
  'max-gap-width': { type: 'string', value: 'DISTANCE', offered: ['auto'], text: 'close enclosed gaps narrower than this (default auto)' },
  overlaps: { type: 'string', value: 'fix|keep', offered: FIX_OR_KEEP, text: 'repair overlaps between features, or only report them (default fix)' },
  gaps: { type: 'string', value: 'fix|keep', offered: FIX_OR_KEEP, text: 'close gaps between features, or only report them (default fix)' },
  profile: { type: 'string', value: 'standard|registrar', offered: ['standard', 'registrar'], text: 'registrar: leave overlaps wider than the snap distance that cover more than 1 % of a feature, and report them' },
  'max-displacement': { type: 'string', value: 'METRES', text: 'leave, and report, what would move a border farther than this' },
  'max-transfer': { type: 'string', value: 'M2', text: 'leave, and report, what would give away or fill more square metres than this' },
  decisions: { type: 'string', value: 'FILE.json', offered: 'file', text: 'what to do about findings: a list of decisions (docs/repair.md)' },
  label: { type: 'string', value: 'FIELD', text: 'the field that the report names features by (default: guessed)' },
  threads: { type: 'string', value: 'N', text: 'the most worker threads to use (default: all cores)' },
  quiet: { type: 'boolean', short: 'q', text: 'no summary and no progress: only errors, and what was asked for' },
  help: { type: 'boolean', short: 'h', text: 'this text' },

  group: { type: 'string', value: 'GROUP', text: 'the group of the layer; created if there is none of this name' },
  name: { type: 'string', value: 'NAME', text: 'its name' },
  color: { type: 'string', value: "'#2b8cbe'", text: 'colour on the map and in the list' },
  description: { type: 'string', value: 'TEXT', text: 'the description of the layer' },
  source: { type: 'string', value: 'TEXT', text: 'who made the data' },
  licence: { type: 'string', value: 'TEXT', text: 'terms of use; none removes them' },
  attribution: { type: 'string', value: 'TEXT', text: 'the credit on the map; none removes it' },
  'minimum-zoom': { type: 'string', value: 'ZOOM', text: 'not shown below this zoom, from 0 to 24; none: always' },
  style: { type: 'string', value: 'STYLE', offered: ['filled', 'outlined', 'background'], text: 'filled, outlined (borders only) or background (below the street map)' },
  position: { type: 'string', value: 'N', text: 'place in its group; 1 is the first' },
  visible: { type: 'boolean', text: 'shown when the explorer opens' },
  hidden: { type: 'boolean', text: 'not shown when the explorer opens (so is a new layer)' },
  'provider-date': { type: 'string', value: 'DATE', text: 'when the provider made the data, such as 2026-08-01' },
  details: { type: 'string', value: 'TEXT', text: 'the details in the table of dates' },
  layer: { type: 'string', multiple: true, value: 'NAME', text: 'which layer of the file, if it has several' },
  crs: { type: 'string', value: 'EPSG:31983', text: 'the reference system, if the file states none or a wrong one: a code, a name or a PROJ definition' },
  url: { type: 'string', value: 'URL', text: 'another address of its WMS' },
  code: { type: 'string', value: 'CODE', text: 'the name of the layer in its WMS, such as cite:Lakes' },
  'data-dir': { type: 'string', value: 'FOLDER', offered: 'folder', text: 'data folder of the server (default: DATA_DIR, else ./data)' },
} as const satisfies Record<string, Option> & ParseArgsConfig['options'];

export type OptionName = keyof typeof OPTIONS;

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

/** The table's entry for an option. */
export function optionOf(name: OptionName): Option {
  return OPTIONS[name];
}
