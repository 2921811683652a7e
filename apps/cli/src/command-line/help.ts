import { optionsOf, type Command, type NamedOption } from './command.ts';
import { COMMANDS, FAMILIES, TOOLS, type Family } from './commands.ts';

const WIDTH_OF_NAMES = 28;
const WIDTH_OF_LINES = 120;

/** `geotools --help` */
export function generalHelp(): string {
  const short = COMMANDS.filter(({ words }) => !words.includes(' '));
  const others = [...TOOLS.map(({ name, summary }) => row(name, inWords(summary))), ...FAMILIES.map((family) => row(`${family.words} …`, family.summary))];
  const rows = short.flatMap(({ words, summary }) => (words === 'completion' ? [...others, row(words, summary)] : [row(words, summary)]));
  return `geotools: tools for geometry files, and for a server and its map

${rows.join('\n')}
${row('help COMMAND', 'the options of a command; the same as COMMAND --help')}
${row('--version', 'the version')}

Examples
  geotools check farm.kml
  geotools fix-geometry farm.kml -o farm-fixed.kml
  geotools fix-geometry parcels.shp -o results/`;
}

/** For example `geotools layers --help` */
export function familyHelp({ words: name, summary: about, commands: byWord }: Family): string {
  const commands = Object.values(byWord);
  const first = commands.at(0);
  return `geotools ${name}: ${about}

${commands.map(({ words, summary }) => row(words, summary)).join('\n')}

"geotools help ${commands.at(1)?.words ?? ''}" explains "${commands.at(1)?.words ?? ''}", and so on.

${first === undefined ? '' : exitCodes(first)}

Examples
${commands.flatMap(({ examples }) => examples.slice(0, 1).map((example) => `  ${example}`)).join('\n')}`;
}

/** `geotools COMMAND --help` */
export function commandHelp(command: Command): string {
  return `${wrapped(`geotools ${command.words}: ${command.summary}`, WIDTH_OF_LINES).join('\n')}

${command.usage.map((form) => `  geotools ${form}`).join('\n')}

${command.about}

Options
${optionsOf(command).map(optionRow).join('\n')}

${exitCodes(command)}

Examples
${command.examples.map((example) => `  ${example}`).join('\n')}`;
}

/** A tool's sentence about itself in the form of a command's summary. */
export function inWords(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

function row(name: string, text: string): string {
  const [first = '', ...others] = wrapped(text, WIDTH_OF_LINES - 2 - WIDTH_OF_NAMES);
  return [`  ${name.padEnd(WIDTH_OF_NAMES)}${first}`, ...others.map((line) => `  ${' '.repeat(WIDTH_OF_NAMES)}${line}`)].join('\n');
}

/** Lines of at most this many characters. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function optionRow({ name, short, value, text }: NamedOption): string {
  const names = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  return names.length < WIDTH_OF_NAMES ? row(names, text) : `  ${names}\n${row('', text)}`;
}

function exitCodes({ exitCodes: codes }: Command): string {
  return `Exit codes\n${codes.map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`).join('\n')}`;
}
