import { fail, invalidField, messageAbout } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { checkCommand } from "../driver/command.ts";
import { assertDoor, type KnownDoor } from "../maps/place-checks.ts";
import type { Places } from "../maps/places.ts";
import type { MissionRequest, MissionStep } from "./mission-document.ts";
import { missionStepFields } from "./mission-fields.ts";
import { assertEnds, branchesOf } from "./mission-graph.ts";
import { commandOf } from "./mission-plan.ts";
import { missionLimits } from "./mission-terms.ts";

/** The parts of the box that missions name. */
export interface MissionSite {
  places: Pick<Places, "find" | "meant" | "seenPlaces" | "blockedBy">;
  hasRobot(org: string, id: string): boolean;
  hasStream(org: string, id: string): boolean;
  /** True for a webhook that is registered and active. */
  hasWebhook(org: string, id: string): boolean;
  /** The doors and lifts of the site. */
  doorsOf(org: string): readonly KnownDoor[];
  /** Throws `invalid_request_body` for a class that no detector of the box knows. */
  checkClasses(classes: readonly string[]): void;
}

const common: ReadonlySet<string> = new Set(["id", "type", "branches"]);

/**
 * Checks a mission. Fails with `invalid_request_body` naming the field below `under`: for fields of another kind of
 * step, unknown names, places in walls and keep-out zones, and missions that can never end.
 */
export async function checkMission(
  site: MissionSite,
  org: string,
  { mission, under = "" }: { mission: MissionRequest; under?: string },
): Promise<void> {
  const { steps, robot_id: robotId, stream_ids: streamIds = [] } = mission;
  if (typeof robotId === "string" && !site.hasRobot(org, robotId))
    throw invalidField(`${under}robot_id`, "there is no such robot. Choose a listed one");
  for (const [at, id] of streamIds.entries()) {
    if (!site.hasStream(org, id))
      throw invalidField(
        `${under}stream_ids[${at}]`,
        "there is no such stream. Choose a listed one",
      );
  }
  for (const [at, step] of steps.entries()) {
    checkFields(step, `${under}steps[${at}]`);
    await checkNames(site, org, { step, at: `${under}steps[${at}]` });
  }
  assertEnds(mission, branchesOf(steps, under), under);
}

function checkFields(step: MissionStep, at: string): void {
  const allowed = missionStepFields[step.type];
  for (const [field, value] of Object.entries(step)) {
    const isKnown = common.has(field) || allowed.some((one) => one.replace("!", "") === field);
    if (value !== undefined && !isKnown)
      throw invalidField(`${at}.${field}`, `does not belong to a ${step.type} step. Remove it`);
  }
  for (const one of allowed) {
    const field = one.replace("!", "") as keyof MissionStep;
    if (one.endsWith("!") && step[field] === undefined)
      throw invalidField(`${at}.${field}`, `is missing. Every ${step.type} step needs it`);
  }
  checkValues(step, at);
  const command = commandOf(step);
  if (command) checkCommand(command, at);
}

/** Checks what the fields of a step say together. */
function checkValues(step: MissionStep, at: string): void {
  if (step.place !== undefined && step.target)
    throw invalidField(at, "has both a place and a target. Send one of them");
  if (step.type === "go" && step.place === undefined && !step.target)
    throw invalidField(`${at}.place`, "is missing. Send a place or a target");
  const text = JSON.stringify(step.input ?? step.data ?? {});
  if (text.length > missionLimits.inputLength)
    throw invalidField(
      `${at}.${step.input ? "input" : "data"}`,
      `is longer than ${missionLimits.inputLength} characters. Send less`,
    );
  if (step.type === "webhook" && (step.seconds ?? 0) > missionLimits.webhookSecMost)
    throw invalidField(`${at}.seconds`, `is above ${missionLimits.webhookSecMost}. Send less`);
}

async function checkNames(
  site: MissionSite,
  org: string,
  { step, at }: { step: MissionStep; at: string },
): Promise<void> {
  const { place: name, webhook_id: webhookId, look_for: label } = step;
  if (label !== undefined) within(`${at}.look_for`, () => site.checkClasses([label]));
  if (webhookId !== undefined && !site.hasWebhook(org, webhookId))
    throw invalidField(
      `${at}.webhook_id`,
      "there is no such active webhook. Register one, or choose a listed one",
    );
  if (step.door !== undefined) assertDoorStep(step, site.doorsOf(org), at);
  if (name === undefined) {
    if (!step.target) return;
    const blocked = await site.places.blockedBy(org, { ...step.target, name: "the position" });
    if (blocked !== null) throw placeBlocked(`${at}.target`, blocked);
    return;
  }
  const place = site.places.find(org, name);
  if (!place) {
    const meant = site.places.meant(org, name);
    const hint = meant === undefined ? "Choose a listed one" : `Did you mean ${meant}?`;
    throw invalidField(`${at}.place`, `there is no place ${name}. ${hint}`, "unknown_place");
  }
  // A map that was changed later may have a wall there.
  const blocked = await site.places.blockedBy(org, {
    name,
    kind: place.kind,
    frame: place.frame,
    level: place.level,
    x: place.xM,
    y: place.yM,
  });
  if (blocked !== null) throw placeBlocked(`${at}.place`, blocked);
}

/** A lift is asked to a level; a door has none. */
function assertDoorStep(
  { door = "", level }: MissionStep,
  doors: readonly KnownDoor[],
  at: string,
): void {
  assertDoor({ door, level: level ?? null }, doors, at);
  const isDoor = doors.some(({ id, kind }) => id === door && kind === "door");
  if (isDoor && level !== undefined)
    throw invalidField(`${at}.level`, `the door ${door} has no levels. Leave it out`);
}

function placeBlocked(param: string, why: string) {
  return invalidField(
    param,
    `robots cannot go there: ${why}. Choose another position`,
    "place_blocked",
  );
}

/** Returns what `work` returns; a refusal by it names the field `at`. */
export function within<R>(at: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    const known = GatehouseError.find(error);
    if (!known) throw error;
    throw fail("invalid_request_body", messageAbout(at, known.message), { param: at });
  }
}
