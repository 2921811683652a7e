import type { Command } from './command.ts';
import { SHELLS } from './options.ts';

const INPUT = `INPUT is a .kml, .kmz, .gpkg, .geojson or .shp file, or a .zip of them. The files that belong to a .shp (.shx, .dbf,
.prj …) are found beside it. An INPUT of - is standard input; say what comes in with --format.`;
const DISTANCES = `A DISTANCE is in metres on the ground for geographic coordinates, in units of the CRS otherwise: 0.5, or 0,5.`;

export const FIX_GEOMETRY = {
  words: 'fix-geometry',
  summary: 'repair geometry, and return the files with nothing else changed',
  usage: ['fix-geometry INPUT… -o OUTPUT [options]', 'fix-geometry - --format FORMAT -o - [options]'],
  about: `${INPUT}
OUTPUT is a file, or a folder that takes the result under its own name (farm.kml gives farm-fixed.kml; a shapefile or
several inputs give a .zip). An OUTPUT that ends in .shp gives the files of the shapefile unpacked. An OUTPUT of - is
standard output: it gets the result, and what there is to say goes to standard error.
${DISTANCES}`,
  options: ['output', 'report', 'report-language', 'list', 'json', 'format', 'snap-distance', 'max-gap-width', 'overlaps', 'gaps', 'profile', 'max-displacement', 'max-transfer', 'decisions', 'label', 'threads', 'quiet', 'help'],
  optionTexts: { json: 'print the report with every finding as JSON, and no summary', report: 'write the report with every finding: .json, .json.gz, .csv (two tables), .gpkg (for QGIS), .html or .pdf (for print)' },
  operands: 'files',
  exitCodes: [
    [0, 'done'],
    [2, 'wrong usage'],
    [3, 'an input does not exist, or none can be read and repaired'],
    [4, 'the output cannot be written'],
    [5, 'some inputs cannot be read or repaired; the result of the others is written'],
    [6, 'the result is written, but still has faults that could not be repaired'],
    [70, 'internal error'],
  ],
  examples: [
    'geotools fix-geometry farm.geojson -o farm-fixed.geojson',
    'geotools fix-geometry parcels.shp -o repaired.shp --report findings.json',
    'geotools fix-geometry parcels.gpkg -o parcels-fixed.gpkg --report laudo.pdf --report-language pt',
    'geotools fix-geometry north.kml south.gpkg -o results/',
    'curl https://example.org/farms.kml | geotools fix-geometry - --format kml -o - > farms-fixed.kml',
  ],
} as const satisfies Command;

export const CHECK = {
  words: 'check',
  summary: 'report what fix-geometry would repair, without changing anything',
  usage: ['check INPUT… [options]', 'check - --format FORMAT [options]'],
  about: `${INPUT}
${DISTANCES}
What each kind of finding is, and what a repair does about it, stands in docs/repair.md; the JSON in docs/report.md.`,
  options: ['list', 'json', 'report', 'report-language', 'format', 'snap-distance', 'max-gap-width', 'overlaps', 'gaps', 'profile', 'max-displacement', 'max-transfer', 'decisions', 'label', 'threads', 'quiet', 'help'],
  optionTexts: {
    report: 'write the report with every finding: .json, .json.gz, .csv (two tables), .gpkg (for QGIS), .html or .pdf (for print)',
    json: 'print the report with every finding as JSON, and no summary',
    overlaps: 'count overlaps as to be repaired, or to be kept (default fix)',
    gaps: 'count gaps as to be closed, or to be kept (default fix)',
  },
  operands: 'files',
  exitCodes: [
    [0, 'nothing was found'],
    [1, 'something was found'],
    [2, 'wrong usage'],
    [3, 'an input does not exist, or none can be read'],
    [4, 'the report cannot be written'],
    [5, 'some inputs cannot be read, whatever the others contain'],
    [70, 'internal error'],
  ],
  examples: [
    'geotools check parcels.shp --max-gap-width 5',
    'geotools check parcels.shp --list --quiet | grep overlap',
    "geotools check parcels.shp --json | jq '.found'",
  ],
} as const satisfies Command;

export const COMPLETION = {
  words: 'completion',
  summary: 'print a script that lets your shell complete commands, options and files',
  usage: [`completion ${SHELLS.join('|')}`],
  about: `It completes the command "geotools", so that one has to be found: put node_modules/.bin of the product into PATH, or say
alias geotools=/where/it/lies/node_modules/.bin/geotools.`,
  options: ['help'],
  operands: SHELLS,
  exitCodes: [
    [0, 'done'],
    [2, 'wrong usage'],
  ],
  examples: [
    'bash: source <(geotools completion bash)                              in ~/.bashrc',
    'zsh:  source <(geotools completion zsh)                               in ~/.zshrc, after compinit',
    'fish: geotools completion fish > ~/.config/fish/completions/geotools.fish     once',
  ],
} as const satisfies Command;
