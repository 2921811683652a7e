import { optionsOf, type Command, type NamedOption } from '../command-line/command.ts';
import { FAMILIES } from '../command-line/commands.ts';
import { explained, firstWords, secondWords, type Word } from './offer.ts';

/** For fish 3, as a file in ~/.config/fish/completions. */
export function fishCompletion(commands: readonly Command[]): string {
  return `# Completion of geotools for fish: geotools completion fish > ~/.config/fish/completions/geotools.fish
# Whether the words so far are those of a command: of some, "layers" say, two.
function __geotools_is
    set -l words (commandline -opc)
    set -l command $words[2]
    if contains -- "$command" ${FAMILIES.map(({ words }) => words).join(' ')} help
        set command "$command $words[3]"
    end
    test "$command" = "$argv"
end
complete -c geotools -f
${firstWords(commands).map((word) => offer('', word)).join('\n')}
${explained(commands).map((word) => offer('help ', word)).join('\n')}
${FAMILIES.flatMap((family) => ['help ', ''].flatMap((before) => secondWords(family).map((word) => offer(before === '' ? `${family.words} ` : `${before}${family.words}`, word)))).join('\n')}
${commands.flatMap(commandLines).join('\n')}`;
}

function offer(command: string, { word, text }: Word): string {
  return `${when(command)} -a ${quoted(word)} -d ${quoted(text)}`;
}

function commandLines(command: Command): string[] {
  const { words, operands } = command;
  const lines = optionsOf(command).map((option) => `${when(words)} ${optionSwitches(option)} -d ${quoted(option.text)}`);
  if (operands === 'files') return [...lines, `${when(words)} -F`];
  return operands === 'nothing' ? lines : [...lines, `${when(words)} -a ${quoted(operands.join(' '))}`];
}

function optionSwitches({ name, short, type, offered }: NamedOption): string {
  const names = `-l ${name}${short === undefined ? '' : ` -s ${short}`}`;
  if (type === 'boolean') return names;
  if (offered === 'file') return `${names} -r -F`;
  if (offered === 'folder') return `${names} -x -a '(__fish_complete_directories)'`;
  return `${names} -x${offered === undefined ? '' : ` -a ${quoted(offered.join(' '))}`}`;
}

function when(command: string): string {
  return `complete -c geotools -n ${quoted(`__geotools_is ${quoted(command)}`)}`;
}

/** In fish, a backslash inside quotes is special before a quote or another backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
