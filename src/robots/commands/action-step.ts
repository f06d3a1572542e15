import { invalidField } from "../../base/contract/fail.ts";
import type { RobotActionStep } from "../fleet/config-document.ts";
import { checkCommand } from "../driver/command.ts";

const commandFields = ["required", "wait_seconds"] as const;

/**
 * Checks one step of an action, inline or stored. Throws `invalid_request_body`; `param` starts with
 * `at`.
 */
export function checkActionStep(step: RobotActionStep, at: string): void {
  const { type, severity, command } = step;
  if (type === "alert") {
    if (severity === undefined)
      throw invalidField(`${at}.severity`, "is missing. An alert needs it");
    if (command) throw invalidField(`${at}.command`, "is no field of an alert. Leave it out");
    const stray = commandFields.find((field) => step[field] !== undefined);
    if (stray) throw invalidField(`${at}.${stray}`, "is no field of an alert. Leave it out");
    return;
  }
  if (!command) throw invalidField(`${at}.command`, "is missing. A step of type command needs it");
  if (severity !== undefined)
    throw invalidField(`${at}.severity`, "is no field of a command. Leave it out");
  checkCommand(command, `${at}.command`);
}
