import type { Writable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { AccessWatch } from "../connections/access-watch.ts";
import type { StreamSlots } from "../streaming/stream-slots.ts";

/** What answers that stay open share. */
export interface HeldAnswerParts {
  clock: Clock;
  slots: StreamSlots;
  access: Pick<AccessWatch, "follow">;
}

/** One answer that stays open. */
export interface HeldAnswer {
  response: Writable;
  request: FastifyRequest;
  /** Ends it in good order. */
  end(): void;
  /** Called once when it ends, on either side. */
  onClose(): void;
}

/** A viewer that takes nothing is dropped in this rhythm. */
const checkMs = 15_000;
/** A viewer whose right is over has this long to take the end of its answer, in milliseconds. */
const endGraceMs = 500;
/** An answer is ended after this time; its reader opens another one. */
const maxAgeMs = 3_600_000;
/** A reader whose socket takes nothing for so many checks in a row is dropped. */
const maxBlockedChecks = 2;

/** Ends an open answer when its right is over, its reader takes nothing, or it is an hour old. */
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
  // A reset by the viewer is an ordinary end; "close" follows.
  held.response.on("error", () => undefined);
  held.response.once("close", () => {
    for (const timer of timers) timer.cancel();
    stopFollowing();
    held.onClose();
  });
}
