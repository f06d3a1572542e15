import { Argument, type Command } from "commander";
import { print } from "../terminal/output.ts";

/** One place in the tree of commands, with what may come next. */
interface Place {
  /** The commands before, each after a blank: ` keys create`. */
  path: string;
  next: { word: string; description: string }[];
}

const shells = ["bash", "zsh", "fish"] as const;

/** A shell that has a script. */
export type Shell = (typeof shells)[number];

/** `gatehouse completion SHELL`: prints a script that completes commands, options and their values. */
export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes gatehouse in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action((shell: Shell) => print(completionScript(program, shell).trimEnd()));
}

/** The script that completes the commands of `program` in a shell. */
export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, "");
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](places);
}

function placesOf(command: Command, path: string): Place[] {
  const commands = command.commands.filter((each) => each.name() !== "help");
  const words = commands.map((each) => ({
    word: each.name(),
    description: each.description(),
  }));
  const values = command.registeredArguments.flatMap(({ argChoices, description }) =>
    (argChoices ?? []).map((word) => ({ word, description })),
  );
  const options = [...command.options, { long: "--help", description: "show the help" }].flatMap(
    ({ long, description }) => (long ? [{ word: long, description }] : []),
  );
  const inner = commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`));
  return [{ path, next: [...words, ...values, ...options] }, ...inner];
}

/** Quotes a text for the single quotes of a shell; `\\'` is for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the patterns of all places but the first. */
const patternsOf = (places: readonly Place[]): string =>
  places
    .slice(1)
    .map(({ path }) => `"${path}"`)
    .join("|");

/** Options that take a file or a directory complete as files do, as in every other place. */
function bashScript(places: readonly Place[]): string {
  const cases = places.map(
    ({ path, next }) => `    "${path}") found="${next.map(({ word }) => word).join(" ")}" ;;`,
  );
  return `# bash completion of gatehouse; made by: gatehouse completion bash
_gatehouse() {
  local at="" word found=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${patternsOf(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${cases.join("\n")}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _gatehouse gatehouse
`;
}

function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, next }) => {
    const items = next.map(({ word, description }) =>
      quoted(`${word.replaceAll(":", String.raw`\:`)}:${description}`),
    );
    return `    ("${path}") found=(${items.join(" ")}) ;;`;
  });
  return `#compdef gatehouse
# zsh completion of gatehouse; made by: gatehouse completion zsh
_gatehouse() {
  local at="" word
  local -a found
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "$at $word" in
      (${patternsOf(places)}) at="$at $word" ;;
    esac
  done
  case "$at" in
${cases.join("\n")}
  esac
  _describe gatehouse found || _files
}
if [[ $funcstack[1] == _gatehouse ]]; then _gatehouse "$@"; else compdef _gatehouse gatehouse; fi
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, next }) =>
    next.map(({ word, description }) => {
      const text = `'${description.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c gatehouse -n "test (__gatehouse_at) = '${path}'" ${what} -d ${text}`;
    }),
  );
  const known = places.slice(1).map(({ path }) => `'${path}'`);
  return `# fish completion of gatehouse; made by: gatehouse completion fish
function __gatehouse_at
  set -l at ""
  for word in (commandline -opc)[2..-1]
    if contains -- "$at $word" ${known.join(" ")}
      set at "$at $word"
    end
  end
  echo "$at"
end
${lines.join("\n")}
`;
}
