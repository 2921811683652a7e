import { optionsOf, type Command, type NamedOption } from '../command-line/command.ts';
import { FAMILIES } from '../command-line/commands.ts';
import { explained, firstWords, optionsWithValue, ownOptionsWithValue, secondWords, type Word } from './offer.ts';

/** For bash 3.2 (as on macOS) and later. */
export function bashCompletion(commands: readonly Command[]): string {
  return `# Completion of geotools for bash: source <(geotools completion bash)
_geotools() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} option= words=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W '${wordList(firstWords(commands))}' -- "$current") )
    return
  fi
  if [[ $command == help ]]; then
    words='${wordList(explained(commands))}'
${FAMILIES.map((family) => `    [[ \${COMP_WORDS[2]} == ${family.words} && $COMP_CWORD -gt 2 ]] && words='${wordList(secondWords(family))}'`).join('\n')}
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
    return
  fi
  case $command in
${FAMILIES.map((family) => `    ${family.words}) words='${wordList(secondWords(family))}' ;;`).join('\n')}
  esac
  if [[ -n $words ]]; then
    if (( COMP_CWORD == 2 )); then
      COMPREPLY=( $(compgen -W "$words" -- "$current") )
      return
    fi
    command="$command \${COMP_WORDS[2]}"
    words=
  fi
  # Bash takes --option=value apart at the sign.
  if [[ $current == = ]]; then
    option=$previous
    current=
  elif [[ $previous == = ]]; then
    option=\${COMP_WORDS[COMP_CWORD-2]}
  else
    option=$previous
  fi
  case "$command $option" in
${ownOptionsWithValue(commands).map(({ command, option }) => valueCase(option, namesOf(option).map((name) => `'${command.words} ${name}'`))).join('\n')}
  esac
  case $option in
${optionsWithValue(commands).map((option) => valueCase(option, namesOf(option))).join('\n')}
  esac
  case $command in
${commands.map((command) => `    '${command.words}') words='${optionsOf(command).map(({ name }) => `--${name}`).join(' ')}' ;;`).join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
    return
  fi
  case $command in
${commands.filter(({ operands }) => operands !== 'files').map(({ words, operands }) => `    '${words}') ${operands === 'nothing' ? NO_FILES : offer(operands)} ;;`).join('\n')}
  esac
}
complete -o default -F _geotools geotools`;
}

/** If nothing is offered, bash falls back to files; this prevents it where none can follow. Bash 3.2 has no such option. */
const NO_FILES = 'compopt +o default 2> /dev/null';

function offer(words: Iterable<string>): string {
  return `COMPREPLY=( $(compgen -W '${[...words].join(' ')}' -- "$current") )`;
}

function namesOf({ name, short }: NamedOption): string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

function valueCase({ offered }: NamedOption, patterns: readonly string[]): string {
  const names = patterns.join('|');
  if (offered === 'file') return `    ${names}) return ;;`;
  if (offered === 'folder') return `    ${names}) COMPREPLY=( $(compgen -d -- "$current") ); return ;;`;
  return `    ${names}) ${offered === undefined ? NO_FILES : offer(offered)}; return ;;`;
}

function wordList(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}
