import { optionsOf, type Command, type NamedOption } from '../command-line/command.ts';
import { FAMILIES, type Family } from '../command-line/commands.ts';
import { explained, firstWords, commandsOfOneWord, secondWords, type Word } from './offer.ts';

/** To be sourced after compinit, or placed as `_geotools` in a folder of fpath. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef geotools
# Completion of geotools for zsh: source <(geotools completion zsh)
_geotools() {
  local -a offered
  if (( CURRENT == 2 )); then
    offered=(${described(firstWords(commands))})
    _describe -t commands command offered
    return
  fi
  case \${words[2]} in
    help)
      if (( CURRENT == 3 )); then
        offered=(${described(explained(commands))})
${FAMILIES.map((family) => `      elif [[ \${words[3]} == ${family.words} ]]; then
        offered=(${described(secondWords(family))})`).join('\n')}
      fi
      _describe -t commands command offered ;;
${FAMILIES.map(familyCase).join('\n')}
${commandsOfOneWord(commands).map((command) => commandCase(command.words, command, 4)).join('\n')}
  esac
}
# As a function of fpath it is called at once; sourced, it is to be made known.
if [[ \${funcstack[1]} == _geotools ]]; then _geotools "$@"; else compdef _geotools geotools; fi`;
}

function familyCase(family: Family): string {
  return `    ${family.words})
      if (( CURRENT == 3 )); then
        offered=(${described(secondWords(family))})
        _describe -t commands command offered
        return
      fi
      shift words
      (( CURRENT-- ))
      case \${words[2]} in
${Object.entries(family.commands).map(([word, command]) => commandCase(word, command, 8)).join('\n')}
      esac ;;`;
}

/** Removes the words before the command's own: _arguments counts from its name. */
function commandCase(word: string, command: Command, indent: number): string {
  const space = ' '.repeat(indent);
  const specifications = [...optionsOf(command).map(specification), ...operands(command)];
  return `${space}${word})
${space}  shift words
${space}  (( CURRENT-- ))
${space}  _arguments ${specifications.join(` \\\n${space}    `)} ;;`;
}

function specification({ name, short, multiple, offered, value, text }: NamedOption): string {
  const explanation = quoted(`[${text.replaceAll(/[[\]\\]/g, '\\$&')}]${value === undefined ? '' : `:${value.replaceAll(':', '\\:')}:${action(offered)}`}`);
  const long = value === undefined ? `--${name}` : `--${name}=`;
  if (short === undefined) return `${multiple === true ? "'*'" : ''}${long}${explanation}`;
  return `'(-${short} --${name})'{-${short},${long}}${explanation}`;
}

function action(offered: NamedOption['offered']): string {
  if (offered === undefined) return ' ';
  if (offered === 'file') return '_files';
  return offered === 'folder' ? '_directories' : `(${offered.join(' ')})`;
}

function operands({ operands: offered }: Command): string[] {
  if (offered === 'files') return ["'*:file:_files'"];
  // Without a statement about operands, _arguments would stop at the first one.
  return [offered === 'nothing' ? "'*: :()'" : `'1:name:(${offered.join(' ')})'`];
}

function described(words: readonly Word[]): string {
  return words.map(({ word, text }) => quoted(`${word}:${text}`)).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
