import type { Writable } from "node:stream";
import type { Clock, Timer } from "../core/clock.ts";
import type { StreamSlots } from "./stream-slots.ts";

/** What answers that stay open share. */
export interface HeldAnswerParts {
  clock: Clock;
  slots: StreamSlots;
  keyAlive(keyId: string): boolean;
}

/** One answer that stays open. */
export interface HeldAnswer {
  response: Writable;
  keyId: string;
  /** Ends it in good order. */
  end(): void;
  /** Called once when it is over, whoever ended it. */
  onClose(): void;
}

/** The key is looked at, and a viewer that takes nothing is dropped, in this rhythm. */
const checkMs = 15_000;
/** An answer is ended after this time; its reader opens another one. */
const maxAgeMs = 3_600_000;
/** A reader whose socket takes nothing for so many checks in a row is dropped. */
const maxBlockedChecks = 2;

/** Ends an open answer when its key dies, its reader takes nothing, or it is an hour old. */
export function holdAnswer(parts: HeldAnswerParts, held: HeldAnswer): void {
  const { clock, keyAlive } = parts;
  let blockedChecks = 0;
  const timers: Timer[] = [
    clock.after(maxAgeMs, () => held.end()),
    clock.every(checkMs, () => {
      blockedChecks = held.response.writableNeedDrain ? blockedChecks + 1 : 0;
      if (blockedChecks > maxBlockedChecks) held.response.destroy();
      else if (!keyAlive(held.keyId)) held.end();
    }),
  ];
  // A reset by the viewer is an ordinary end; "close" follows.
  held.response.on("error", () => undefined);
  held.response.once("close", () => {
    for (const timer of timers) timer.cancel();
    held.onClose();
  });
}
