import { COMMANDS, FAMILIES } from '../command-line/commands.ts';
import { EXPLAINED, FIRST, optionsOf, optionsWithValue, secondWords, type NamedOption, type Word } from './offer.ts';

/** For bash from 3.2 on, which macOS has. */
export function bashCompletion(): string {
  return `# Completion of geotools for bash: source <(geotools completion bash)
_geotools() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} option= words=
  COMPREPLY=()
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=( $(compgen -W '${wordList(FIRST)}' -- "$current") )
    return
  fi
  if [[ $command == help ]]; then
    words='${wordList(EXPLAINED)}'
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
  case $option in
${optionsWithValue().map(valueCase).join('\n')}
  esac
  case $command in
${COMMANDS.map((command) => `    '${command.words}') words='${optionsOf(command).map(({ name }) => `--${name}`).join(' ')}' ;;`).join('\n')}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
    return
  fi
  case $command in
${COMMANDS.filter(({ operands }) => operands !== 'files').map(({ words, operands }) => `    '${words}') ${operands === 'nothing' ? NO_FILES : offer(operands)} ;;`).join('\n')}
  esac
}
complete -o default -F _geotools geotools`;
}

/** Where nothing is offered bash falls back to files; it is told so where none can follow. Bash 3.2 cannot be told. */
const NO_FILES = 'compopt +o default 2> /dev/null';

function offer(words: Iterable<string>): string {
  return `COMPREPLY=( $(compgen -W '${[...words].join(' ')}' -- "$current") )`;
}

function valueCase({ name, short, offered }: NamedOption): string {
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].join('|');
  if (offered === 'file') return `    ${names}) return ;;`;
  if (offered === 'folder') return `    ${names}) COMPREPLY=( $(compgen -d -- "$current") ); return ;;`;
  return `    ${names}) ${offered === undefined ? NO_FILES : offer(offered)}; return ;;`;
}

function wordList(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}
