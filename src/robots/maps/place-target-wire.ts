import { invalidField } from "../../base/contract/fail.ts";
import type { RobotCommandBody, TargetBody } from "../driver/command-document.ts";
import type { FrameTree } from "./frame-ties.ts";
import type { PlaceRecord } from "./map-record.ts";

/** Where names of places lead to. */
export interface PlaceBook {
  find(name: string): PlaceRecord | undefined;
  /** The name that was probably meant. */
  meant(name: string): string | undefined;
  /** The frames in their places to each other. */
  tree: FrameTree;
  /** Frames of the robot, the preferred one first; none where no robot is known yet. */
  frames: readonly string[];
}

/**
 * Returns the command with the positions of the places that it names, moved to a frame of the robot where the frames are
 * tied. A position keeps the name and the revision of its place; one that has both is resolved already and stays. Fails
 * with `invalid_request_body` for an unknown place and for another revision than the one expected.
 */
export function resolvePlaces(
  body: RobotCommandBody,
  book: PlaceBook,
  at = "command",
): RobotCommandBody {
  const { target, waypoints } = body;
  const resolved = (named: TargetBody, param: string): TargetBody =>
    named.place === undefined || named.frame !== undefined ? named : positionOf(named, book, param);
  return {
    ...body,
    ...(target ? { target: resolved(target, `${at}.target`) } : {}),
    ...(waypoints
      ? { waypoints: waypoints.map((each, index) => resolved(each, `${at}.waypoints[${index}]`)) }
      : {}),
  };
}

/** Returns the place as a target of a command, in a frame of the robot where it can be. */
export function targetOf(
  place: PlaceRecord,
  { tree, frames }: Pick<PlaceBook, "tree" | "frames">,
): TargetBody & { frame: string; x: number; y: number } {
  const here = { frame: place.frame, xM: place.xM, yM: place.yM, yawRad: place.yawRad };
  const isOwn = frames.length === 0 || frames.includes(place.frame);
  const moved = isOwn
    ? here
    : (frames.map((frame) => tree.moved(here, frame)).find((each) => each !== null) ?? here);
  const { frame, xM: x, yM: y, yawRad } = moved;
  const yaw = yawRad === null ? {} : { yaw: yawRad };
  return { frame, x, y, ...yaw, place: place.name, place_revision: place.revision };
}

function positionOf(named: TargetBody, book: PlaceBook, at: string): TargetBody {
  const name = named.place!;
  const place = book.find(name);
  if (!place) {
    const meant = book.meant(name);
    const hint = meant === undefined ? "Choose a listed one" : `Did you mean ${meant}?`;
    throw invalidField(`${at}.place`, `there is no place ${name}. ${hint}`, "unknown_place");
  }
  const { place_revision: expected } = named;
  if (expected !== undefined && expected !== place.revision) {
    const message = `is ${expected}, but the place ${name} has the revision ${place.revision}. Read the place again`;
    throw invalidField(`${at}.place_revision`, message);
  }
  // A heading of the command is about the frame of its own position, so it has none beside a place.
  if (named.x !== undefined || named.y !== undefined || named.yaw !== undefined)
    throw invalidField(at, "has both a place and a position. Send one of them");
  return targetOf(place, book);
}
