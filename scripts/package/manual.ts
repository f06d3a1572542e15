import { type Command, Help } from "commander";

const help = new Help();

/** What a manual page states besides the commands. */
export interface ManualRequest {
  version: string;
  epochSec: number;
}

/** The manual page gatehouse(1) in the man macros, from the help of the commands of `program`. */
export function manualOf(program: Command, { version, epochSec }: ManualRequest): string {
  const date = new Date(epochSec * 1000).toISOString().slice(0, 10);
  const description = lowered(program.description());
  return `.TH GATEHOUSE 1 ${date} "gatehouse ${version}" "User Commands"
.SH NAME
gatehouse \\- ${escaped(description)}
.SH SYNOPSIS
.B gatehouse
.I command
.RI [ options ]
.SH DESCRIPTION
Gatehouse watches cameras and commands robots on a site's own machine. The command
.B gatehouse
runs the service and administers it.
.SH COMMANDS
${leavesOf(program, "gatehouse").map(commandText).join("")}.SH EXIT STATUS
.TP
.B 0
The command did its work.
.TP
.B 1
The command failed; standard error says why.
.TP
.B 2
The command line is wrong.
.SH FILES
.TP
.I /etc/gatehouse/site.yaml
The site's configuration.
.TP
.I /var/lib/gatehouse
All data: the store, recordings and pictures.
.TP
.I /usr/lib/gatehouse/docs
The documentation, which the box also serves at /docs.
`;
}

/** A command that does something, and how it is called. */
interface Leaf {
  command: Command;
  path: string;
}

function leavesOf(command: Command, path: string): Leaf[] {
  const inner = help.visibleCommands(command).filter((each) => each.name() !== "help");
  if (inner.length === 0) return [{ command, path }];
  return inner.flatMap((each) => leavesOf(each, `${path} ${each.name()}`));
}

function commandText({ command, path }: Leaf): string {
  const lines = [`.SS "${escaped(`${path} ${command.usage()}`)}"`, escaped(sentence(command))];
  for (const argument of help.visibleArguments(command)) {
    lines.push(
      ...entry(`<${help.argumentTerm(argument)}>`, "I", help.argumentDescription(argument)),
    );
  }
  for (const option of help.visibleOptions(command)) {
    if (option.long === "--help") continue;
    lines.push(...entry(help.optionTerm(option), "B", help.optionDescription(option)));
  }
  return `${lines.join("\n")}\n`;
}

function entry(term: string, font: "B" | "I", text: string): string[] {
  return [".TP", `.${font} "${escaped(term)}"`, escaped(text)];
}

function sentence(command: Command): string {
  const text = help.subcommandDescription(command);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A text without meaning for troff: no control lines, and hyphens that can be copied into a shell. */
function escaped(text: string): string {
  const plain = text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replaceAll('"', String.raw`\(dq`)
    .replaceAll("'", String.raw`\(aq`);
  return /^[.]/.test(plain) ? String.raw`\&${plain}` : plain;
}
