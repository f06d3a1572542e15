import type { Writable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { AccessWatch } from "../connections/access-watch.ts";
import type { StreamSlots } from "../streaming/stream-slots.ts";

/** Dependencies of long-lived answers. */
export interface HeldAnswerParts {
  clock: Clock;
  slots: StreamSlots;
  access: Pick<AccessWatch, "follow">;
}

/** One long-lived answer. */
export interface HeldAnswer {
  response: Writable;
  request: FastifyRequest;
  /** Ends it regularly. */
  end(): void;
  /** Called once when either side ends it. */
  onClose(): void;
}

/** Period of the checks for a reader that takes nothing. */
const checkMs = 15_000;
/** Time for a reader without access to take the end of its answer, in milliseconds. */
const endGraceMs = 500;
/** Longest life of an answer; its reader then opens another one. */
const maxAgeMs = 3_600_000;
/** Consecutive checks without progress after which the reader is dropped. */
const maxBlockedChecks = 2;

/**
 * Ends a long-lived answer when its access ends, its reader takes nothing, or it is an hour old.
 */
export function holdAnswer(parts: HeldAnswerParts, held: HeldAnswer): void {
  const { clock, access } = parts;
  let blockedChecks = 0;
  const timers: Timer[] = [
    clock.after(maxAgeMs, () => held.end()),
    clock.every(checkMs, () => {
      blockedChecks = held.response.writableNeedDrain ? blockedChecks + 1 : 0;
      if (blockedChecks > maxBlockedChecks) held.response.destroy();
    }),
  ];
  const stopFollowing = access.follow(held.request, () => {
    held.end();
    timers.push(clock.after(endGraceMs, () => held.response.destroy()));
  });
  // A reset by the viewer is a regular end; "close" follows.
  held.response.on("error", () => undefined);
  held.response.once("close", () => {
    for (const timer of timers) timer.cancel();
    stopFollowing();
    held.onClose();
  });
}
