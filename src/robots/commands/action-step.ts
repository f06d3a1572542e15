import { invalidField } from "../../base/contract/fail.ts";
import type { RobotActionStep } from "../wire/robot-config.ts";
import { checkCommand } from "../driver/command.ts";

const commandFields = ["required", "wait_seconds"] as const;

/**
 * Checks one step of an action, inline or stored. Throws `invalid_request_body`; `param` starts with
 * `at`.
 */
export function checkActionStep(step: RobotActionStep, at: string): void {
  const { type, severity, command } = step;
  if (type === "alert") {
    if (severity === undefined) throw invalidField(`${at}.severity`, "is needed by an alert");
    if (command) throw invalidField(`${at}.command`, "is no field of an alert");
    const stray = commandFields.find((field) => step[field] !== undefined);
    if (stray) throw invalidField(`${at}.${stray}`, "is no field of an alert");
    return;
  }
  if (!command) throw invalidField(`${at}.command`, "is needed by a command");
  if (severity !== undefined) throw invalidField(`${at}.severity`, "is no field of a command");
  checkCommand(command, `${at}.command`);
}
