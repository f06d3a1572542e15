import type { Command } from "commander";
import type { EgressWire } from "../../uplink/wire/uplink-answers.ts";
import { addLogCommand } from "../box/log-command.ts";
import { timeText } from "../terminal/output.ts";

function rowOf(entry: EgressWire): string[] {
  const { created_at, endpoint, host, data_class, capability, job_id, bytes_sent, outcome } = entry;
  const to = `${endpoint} (${host})`;
  return [timeText(created_at), to, data_class, capability, String(bytes_sent), outcome, job_id];
}

/** `gatehouse egress`: data that left the box, newest first. */
export function addEgressCommand(program: Command): void {
  addLogCommand(program, {
    name: "egress",
    description: "show transfers to model endpoints: when, to which endpoint, and how much",
    method: "egress.list",
    head: ["WHEN (UTC)", "TO", "DATA", "FOR", "BYTES", "OUTCOME", "JOB"],
    rowOf,
  });
}
