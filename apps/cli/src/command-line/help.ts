import type { Command } from './command.ts';
import { COMMANDS, FAMILIES, type Family } from './commands.ts';
import { optionOf, type OptionName } from './options.ts';

const WIDTH_OF_NAMES = 28;

/** `geotools --help` */
export function generalHelp(): string {
  const short = COMMANDS.filter(({ words }) => !words.includes(' '));
  const rows = short.flatMap(({ words, summary }) => (words === 'completion' ? [...FAMILIES.map((family) => row(`${family.words} …`, family.summary)), row(words, summary)] : [row(words, summary)]));
  return `geotools: repair geometry files, and keep a server and its map

${rows.join('\n')}
${row('help COMMAND', 'what a command takes; the same as COMMAND --help')}
${row('--version', 'the version')}

Examples
  geotools check farm.kml
  geotools fix-geometry farm.kml -o farm-fixed.kml
  geotools fix-geometry parcels.shp -o results/`;
}

/** `geotools layers --help`, say */
export function familyHelp({ words: name, summary: about, commands: byWord }: Family): string {
  const commands = Object.values(byWord);
  const first = commands.at(0);
  return `geotools ${name}: ${about}

${commands.map(({ words, summary }) => row(words, summary)).join('\n')}

"geotools help ${commands.at(1)?.words ?? ''}" says what "${commands.at(1)?.words ?? ''}" takes, and so on.

${first === undefined ? '' : exitCodes(first)}

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
