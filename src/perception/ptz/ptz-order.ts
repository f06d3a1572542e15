import type { PtzCommand, PtzVector } from "../../cameras/onvif-port.ts";
import { invalidField } from "../../base/contract/fail.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";

/** A movement, or work on presets, as a caller orders it; each action has its own of the fields. */
export interface PtzOrder {
  action: PtzCommand["action"];
  /** Shares of the full speed, or of the full range, from -1 to 1. */
  pan?: number;
  tilt?: number;
  zoom?: number;
  /** A share of the full speed. */
  speed?: number;
  /** Time after which a move is stopped. */
  seconds?: number;
  /** Token of a preset. */
  preset?: string;
  /** Name of a new preset. */
  name?: string;
  /** Carried out only while the camera's newest command is the one with this number. */
  onlyAfter?: string;
}

const defaultMoveSec = 1;

/** True for a command after which the camera shows something else. */
export function changesView({ action }: PtzCommand): boolean {
  return !["stop", "set_home", "set_preset", "remove_preset"].includes(action);
}

/** Returns the command of an order; throws `invalid_request_body` for an order that lacks something. */
export function readCommand(order: PtzOrder): PtzCommand {
  const { action, pan, tilt, zoom, speed, seconds, preset, name } = order;
  const vector: PtzVector = omitUndefined({ pan, tilt, zoom });
  const needsVector = action === "move" || action === "absolute" || action === "relative";
  if (needsVector && Object.keys(vector).length === 0) {
    throw invalidField(
      "pan",
      `is missing, like tilt and zoom. Send at least one for \`${action}\``,
    );
  }
  if (action === "move") {
    return { action, velocity: vector, timeoutMs: (seconds ?? defaultMoveSec) * 1000 };
  }
  if (action === "absolute" || action === "relative") {
    return { action, vector, ...omitUndefined({ speed }) };
  }
  return readPresetCommand(action, preset, name);
}

function readPresetCommand(
  action: Exclude<PtzCommand["action"], "move" | "absolute" | "relative">,
  preset: string | undefined,
  name: string | undefined,
): PtzCommand {
  if (action === "goto_preset" || action === "remove_preset") {
    if (preset === undefined)
      throw invalidField("preset", `is missing. Send the preset's token for \`${action}\``);
    return { action, preset };
  }
  if (action === "set_preset") {
    if (name === undefined) throw invalidField("name", "is missing. Send one for `set_preset`");
    return { action, name, ...omitUndefined({ preset }) };
  }
  return { action };
}
