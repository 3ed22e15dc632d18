import { Argument, type Command } from 'commander';
import type { Terminal } from './terminal.js';

interface Place {
  /** The commands typed so far, such as `/keys/issue`; empty if only the program's name is typed. */
  readonly at: string;
  readonly commands: readonly Word[];
  readonly options: readonly (Word & { readonly takesValue: boolean })[];
}

interface Word {
  readonly word: string;
  readonly description: string;
}

function placesOf(command: Command, at = ''): Place[] {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const place = {
    at,
    commands: help.visibleCommands(command).map((one) => ({
      word: one.name(),
      description: one.description(),
    })),
    options: options.map(({ long, description, required }) => ({
      word: long!,
      description,
      takesValue: required,
    })),
  };
  const below = command.commands.flatMap((one) => placesOf(one, `${at}/${one.name()}`));
  return [place, ...below];
}

const joined = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const patterns = (places: readonly Place[]): string =>
  places
    .filter(({ at }) => at !== '')
    .map(({ at }) => at)
    .join('|');

/** Makes shell code, for bash and zsh, that sets `at` to the commands typed so far. */
const follow = (words: string, places: readonly Place[]): string => `for word in ${words}; do
    case "$at/$word" in
      ${patterns(places)}) at="$at/$word" ;;
    esac
  done`;

const bash = (places: readonly Place[]): string => `# bash: source <(imprimatur completion bash)
_imprimatur() {
  local at= word commands= options=
  ${follow('"${COMP_WORDS[@]:1:COMP_CWORD-1}"', places)}
  case "$at" in
${places
  .map(
    ({ at, commands, options }) =>
      `    '${at}') commands='${joined(commands)}' options='${joined(options)}' ;;`,
  )
  .join('\n')}
  esac
  word="\${COMP_WORDS[COMP_CWORD]}"
  [[ $word == -* ]] && commands="$options"
  COMPREPLY=($(compgen -W "$commands" -- "$word"))
}
complete -o default -F _imprimatur imprimatur`;

const described = (words: readonly Word[]): string =>
  words.map(({ word, description }) => quoted(`${word}:${description}`)).join(' ');

// The script avoids variables with the names `path` and `commands`, which have a special meaning in zsh.
const zsh = (
  places: readonly Place[],
): string => `# zsh: source <(imprimatur completion zsh), after compinit
_imprimatur() {
  local at= word
  local -a offered flags
  ${follow('"${(@)words[2,CURRENT-1]}"', places)}
  case "$at" in
${places
  .map(
    ({ at, commands, options }) =>
      `    '${at}') offered=(${described(commands)}) flags=(${described(options)}) ;;`,
  )
  .join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe option flags
  elif (( $#offered )); then _describe command offered
  else _files
  fi
}
compdef _imprimatur imprimatur`;

/** Quotes a text for fish. In fish's single quotes, a backslash escapes each backslash and single quote. */
const fishQuoted = (text: string): string =>
  `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;

const fish = (places: readonly Place[]): string => {
  const lines = places.flatMap(({ at, commands, options }) => {
    const here = `complete -c imprimatur -n '__imprimatur_at "${at}"'`;
    return [
      ...commands.map(
        ({ word, description }) => `${here} -f -a ${word} -d ${fishQuoted(description)}`,
      ),
      ...options.map(
        ({ word, description, takesValue }) =>
          `${here} -l ${word.slice(2)}${takesValue ? ' -r' : ''} -d ${fishQuoted(description)}`,
      ),
    ];
  });
  return `# fish: imprimatur completion fish | source
function __imprimatur_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at/$word"
      case ${patterns(places).replaceAll('|', ' ')}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}`;
};

const SHELLS = { bash, zsh, fish };

/**
 * `completion` (contract 10): prints a script with all commands, so that the shell completes commands without this
 * program.
 */
export function completionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print the script with which a shell completes these commands')
    .addArgument(new Argument('<shell>', 'where').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      const script = SHELLS[shell](placesOf(program));
      terminal.answer({ json: { shell, script }, text: script });
    });
}
