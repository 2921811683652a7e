import { ExitCode } from '../exit-codes.ts';
import type { Command } from './command.ts';
import { SHELLS } from './options.ts';

const INPUT = `INPUT is a .kml, .kmz, .gpkg, .geojson or .shp file, or a .zip of them. The files that belong to a .shp (.shx, .dbf,
.prj …) are found beside it. An INPUT of - is standard input; give its format with --format.`;
const DISTANCES = `A DISTANCE is in metres on the ground for geographic coordinates, in units of the CRS otherwise: 0.5, or 0,5.`;

export const FIX_GEOMETRY = {
  words: 'fix-geometry',
  summary: 'repair files, and change nothing else in them',
  usage: ['fix-geometry INPUT… -o OUTPUT [options]', 'fix-geometry - --format FORMAT -o - [options]'],
  about: `${INPUT}
OUTPUT is a file, or a folder for the result under its own name (farm.kml gives farm-fixed.kml; a shapefile or
several inputs give a .zip). An OUTPUT that ends in .shp gives the files of the shapefile unpacked. An OUTPUT of - is
standard output: it gets the result, and messages go to standard error.
${DISTANCES}`,
  options: ['output', 'report', 'report-language', 'list', 'json', 'format', 'snap-distance', 'max-gap-width', 'overlaps', 'gaps', 'profile', 'max-displacement', 'max-transfer', 'decisions', 'label', 'threads', 'quiet', 'help'],
  optionTexts: { json: 'print the report with every finding as JSON, and no summary', report: 'write the report with every finding: .json, .json.gz, .csv (two tables), .gpkg (for QGIS), .html or .pdf (for print)' },
  operands: 'files',
  exitCodes: [
    [ExitCode.Done, 'done'],
    [ExitCode.Usage, 'wrong usage'],
    [ExitCode.UnreadableInput, 'an input does not exist, or none can be read and repaired'],
    [ExitCode.CannotWrite, 'the output cannot be written'],
    [ExitCode.SomeFailed, 'some inputs cannot be read or repaired; the result of the others is written'],
    [ExitCode.FaultsLeft, 'the result is written, but some faults in it could not be repaired'],
    [ExitCode.Internal, 'an internal error'],
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
docs/repair.md explains each kind of finding and how it is repaired; docs/report.md explains the JSON.`,
  options: ['list', 'json', 'report', 'report-language', 'format', 'snap-distance', 'max-gap-width', 'overlaps', 'gaps', 'profile', 'max-displacement', 'max-transfer', 'decisions', 'label', 'threads', 'quiet', 'help'],
  optionTexts: {
    report: 'write the report with every finding: .json, .json.gz, .csv (two tables), .gpkg (for QGIS), .html or .pdf (for print)',
    json: 'print the report with every finding as JSON, and no summary',
    overlaps: 'count overlaps as to be repaired, or to be kept (default fix)',
    gaps: 'count gaps as to be closed, or to be kept (default fix)',
  },
  operands: 'files',
  exitCodes: [
    [ExitCode.Done, 'nothing was found'],
    [ExitCode.FindingsFound, 'something was found'],
    [ExitCode.Usage, 'wrong usage'],
    [ExitCode.UnreadableInput, 'an input does not exist, or none can be read'],
    [ExitCode.CannotWrite, 'the report cannot be written'],
    [ExitCode.SomeFailed, 'some inputs cannot be read, whatever was found in the others'],
    [ExitCode.Internal, 'an internal error'],
  ],
  examples: [
    'geotools check parcels.shp --max-gap-width 5',
    'geotools check parcels.shp --list --quiet | grep overlap',
    "geotools check parcels.shp --json | jq '.found'",
  ],
} as const satisfies Command;

export const COMPLETION = {
  words: 'completion',
  summary: 'print a script that completes commands, options and files in your shell',
  usage: [`completion ${SHELLS.join('|')}`],
  about: `It completes the command "geotools", so the shell must find it: add node_modules/.bin of the product to PATH, or set
alias geotools=/path/to/node_modules/.bin/geotools.`,
  options: ['help'],
  operands: SHELLS,
  exitCodes: [
    [ExitCode.Done, 'done'],
    [ExitCode.Usage, 'wrong usage'],
  ],
  examples: [
    'bash: source <(geotools completion bash)                              in ~/.bashrc',
    'zsh:  source <(geotools completion zsh)                               in ~/.zshrc, after compinit',
    'fish: geotools completion fish > ~/.config/fish/completions/geotools.fish     once',
  ],
} as const satisfies Command;
