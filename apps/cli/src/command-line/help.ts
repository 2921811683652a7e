import type { Command } from './command.ts';
import { COMMANDS, LAYERS } from './commands.ts';
import { LAYERS_COMMANDS } from './layers-commands.ts';
import { optionOf, type OptionName } from './options.ts';

const WIDTH_OF_NAMES = 28;

/** `geotools --help` */
export function generalHelp(): string {
  const short = COMMANDS.filter(({ words }) => !words.startsWith(`${LAYERS.words} `));
  const rows = short.flatMap(({ words, summary }) => (words === 'completion' ? [row(`${LAYERS.words} …`, LAYERS.summary), row(words, summary)] : [row(words, summary)]));
  return `geotools: repair geometry files, and keep the layers of a map

${rows.join('\n')}
${row('help COMMAND', 'what a command takes; the same as COMMAND --help')}
${row('--version', 'the version')}

Examples
  geotools check farm.kml
  geotools fix-geometry farm.kml -o farm-fixed.kml
  geotools fix-geometry parcels.shp -o results/`;
}

/** `geotools layers --help` */
export function layersHelp(): string {
  const commands = Object.values(LAYERS_COMMANDS);
  return `geotools layers: ${LAYERS.summary}

${commands.map(({ words, summary }) => row(words, summary)).join('\n')}

"geotools help layers publish" says what "layers publish" takes, and so on.

${exitCodes(LAYERS_COMMANDS.list)}

Examples
${commands.flatMap(({ examples }) => examples.slice(0, 1).map((example) => `  ${example}`)).join('\n')}`;
}

/** `geotools COMMAND --help` */
export function commandHelp(command: Command): string {
  return `geotools ${command.words}: ${command.summary}

${command.usage.map((form) => `  geotools ${form}`).join('\n')}

${command.about}

Options
${command.options.map((name) => optionRow(command, name)).join('\n')}

${exitCodes(command)}

Examples
${command.examples.map((example) => `  ${example}`).join('\n')}`;
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(WIDTH_OF_NAMES)}${text}`;
}

function optionRow(command: Command, name: OptionName): string {
  const { short, value, text } = optionOf(name);
  const names = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  const ownText = command.optionTexts?.[name] ?? text;
  return names.length < WIDTH_OF_NAMES ? row(names, ownText) : `  ${names}\n${row('', ownText)}`;
}

function exitCodes({ exitCodes: codes }: Command): string {
  return `Exit codes\n${codes.map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`).join('\n')}`;
}
