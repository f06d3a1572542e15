import type { Command } from "commander";
import type { AuditWire } from "../../base/keys/wire/key-answers.ts";
import { addLogCommand } from "../box/log-command.ts";
import { timeText } from "../terminal/output.ts";

function rowOf({ created_at, actor, address, action, outcome }: AuditWire): string[] {
  const who = actor.key_id === null ? actor.kind : `${actor.kind} ${actor.key_id}`;
  const result = outcome.code === null ? "done" : outcome.code;
  return [timeText(created_at), who, address ?? "this box", action, result];
}

/** `gatehouse audit`: changes with their actors, newest first. */
export function addAuditCommand(program: Command): void {
  addLogCommand(program, {
    name: "audit",
    description: "show the audit log: who changed what, from where, with which result",
    method: "audit.list",
    head: ["WHEN (UTC)", "WHO", "FROM", "WHAT", "RESULT"],
    rowOf,
  });
}
