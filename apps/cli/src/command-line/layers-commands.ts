import { ExitCode } from '../exit-codes.ts';
import type { Command } from './command.ts';
import type { OptionName } from './options.ts';

const DATA_FOLDER = `The commands work on the data folder of a server, whether it runs or not. DATABASE_URL is read as well.`;
const DESCRIPTION = ['group', 'position', 'visible', 'hidden', 'color', 'style', 'minimum-zoom', 'description', 'source', 'licence', 'attribution', 'details'] as const satisfies OptionName[];
const ALWAYS = ['data-dir', 'quiet', 'help'] as const satisfies OptionName[];

const EXIT_CODES = [
  [ExitCode.Done, 'done'],
  [ExitCode.Usage, 'wrong usage'],
  [ExitCode.UnreadableInput, 'the file, layer, group or service cannot be used'],
  [ExitCode.CannotWrite, 'the data folder cannot be used'],
  [ExitCode.Internal, 'an internal error'],
] as const;

const LIST = {
  words: 'layers list',
  summary: 'the groups and layers, with their uuids',
  usage: ['layers list [--json]'],
  about: DATA_FOLDER,
  options: ['json', ...ALWAYS],
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools layers list --data-dir /srv/geoinsights/data'],
} as const satisfies Command;

const PUBLISH = {
  words: 'layers publish',
  summary: 'draw a file of your own on the map',
  usage: ['layers publish FILE --group GROUP [options]'],
  about: `FILE is a .kml, .kmz, .gpkg, .geojson or .shp file (the files of a shapefile are found beside it). It is shown as it
is: nothing is repaired. Publishing under the name and group of a layer that exists gives that layer the new data.
${DATA_FOLDER}`,
  options: ['name', ...DESCRIPTION, 'provider-date', 'layer', 'crs', 'code', ...ALWAYS],
  optionTexts: {
    name: 'its name (default: the name of the file)',
    code: 'its name in our WMS, such as cite:Lakes (default: made from the name)',
  },
  operands: 'files',
  exitCodes: EXIT_CODES,
  examples: [
    "geotools layers publish talhoes.shp --group Fazendas --name Talhões --color '#77aa55' --visible",
    'geotools layers publish lagos.gpkg --layer lagos_2026 --group Água --code cite:Lakes --provider-date 2026-08-01',
  ],
} as const satisfies Command;

const UPDATE = {
  words: 'layers update',
  summary: 'change only what the options name in a layer',
  usage: ['layers update UUID [options]'],
  about: `"geotools layers list" shows the uuids.
${DATA_FOLDER}`,
  options: ['name', ...DESCRIPTION, 'provider-date', 'url', 'code', ...ALWAYS],
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ["geotools layers update UUID --licence 'CC BY 4.0' --minimum-zoom 8", 'geotools layers update UUID --group Fazendas --position 1'],
} as const satisfies Command;

const REMOVE = {
  words: 'layers remove',
  summary: 'remove a layer, and data that only it uses',
  usage: ['layers remove UUID'],
  about: `"geotools layers list" shows the uuids. A group is removed with its last layer.
${DATA_FOLDER}`,
  options: ALWAYS,
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools layers remove 6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02'],
} as const satisfies Command;

const UPDATE_GROUP = {
  words: 'layers update-group',
  summary: 'show, hide, move or rename a group',
  usage: ['layers update-group GROUP [--name NAME] [--position N] [--visible|--hidden]'],
  about: `GROUP is the name of a group. No layer of a hidden group is shown when the explorer opens, whatever its layers say.
${DATA_FOLDER}`,
  options: ['name', 'position', 'visible', 'hidden', ...ALWAYS],
  optionTexts: { name: 'its new name', position: 'place among the groups; 1 is the first', hidden: 'not shown when the explorer opens' },
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: ['geotools layers update-group Fazendas --position 1 --visible', "geotools layers update-group Fazendas --name 'Fazendas do município'"],
} as const satisfies Command;

const IMPORT_WMS = {
  words: 'layers import-wms',
  summary: 'list what a WMS offers, or put layers of it on the map',
  usage: ['layers import-wms URL [--json]', 'layers import-wms URL --layer CODE… [options]'],
  about: `Without --layer the layers of the service are listed. A layer that is already in the catalogue, by address and code,
is updated with what the options say.
${DATA_FOLDER}`,
  options: ['layer', 'json', 'name', ...DESCRIPTION, ...ALWAYS],
  optionTexts: { layer: 'which layer, by its code; may be given several times', json: 'print what the service offers as JSON', name: 'its name (default: the title that the service gives it)', style: 'filled, or background (below the street map)' },
  operands: 'nothing',
  exitCodes: EXIT_CODES,
  examples: [
    'geotools layers import-wms https://geoservicos.ibge.gov.br/geoserver/ows',
    'geotools layers import-wms https://geoservicos.ibge.gov.br/geoserver/ows --layer CODE --name Rios --group Limites',
  ],
} as const satisfies Command;

/** The subcommands of `geotools layers`, by the second word. */
export const LAYERS_COMMANDS = {
  list: LIST,
  publish: PUBLISH,
  update: UPDATE,
  remove: REMOVE,
  'update-group': UPDATE_GROUP,
  'import-wms': IMPORT_WMS,
} as const satisfies Record<string, Command>;
export type LayersCommand = keyof typeof LAYERS_COMMANDS;
