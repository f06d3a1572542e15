import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { Capability, DriverCommand, BackgroundEnd, RobotDriver } from "./driver-port.ts";

/** The loudspeaker of the box that speaks for one robot. */
export interface BoxSpeaker {
  /** `sink` says through what: a sound device, or files where there is none. */
  usable(): { available: true; sink: string } | { available: false; reason: string };
  /** Queues the message, and tells how it ended; fails with a coded error. */
  say(message: string): BackgroundEnd["ended"];
}

/** True when the box itself, and not the robot, says what is announced. */
export function isSpokenByBox(driver: Pick<RobotDriver, "capabilities">): boolean {
  const announce = driver.capabilities().find(({ name }) => name === "announce");
  return announce?.available === true && /^box(:|$)/.test(announce.source);
}

/** `driver`, with `announce` by the box where the robot itself cannot speak. */
export function withBoxSpeech(driver: RobotDriver, speaker: BoxSpeaker): RobotDriver {
  const speaksItself = (): boolean =>
    driver.capabilities().some(({ name, available }) => name === "announce" && available);
  const ofBox = (): Capability => {
    const usable = speaker.usable();
    return usable.available
      ? { name: "announce", source: `box:${usable.sink}`, available: true, reason: null }
      : { name: "announce", source: "box", available: false, reason: usable.reason };
  };
  const own: Pick<RobotDriver, "capabilities" | "execute"> = {
    capabilities: () =>
      speaksItself()
        ? driver.capabilities()
        : [...driver.capabilities().filter(({ name }) => name !== "announce"), ofBox()],
    async execute(sent: DriverCommand) {
      if (sent.command.kind !== "announce" || speaksItself()) return await driver.execute(sent);
      try {
        return { ended: speaker.say(sent.command.message) };
      } catch (error) {
        const why = GatehouseError.find(error)?.message ?? "the box could not say it";
        throw fail("robot_refused", why, { cause: error });
      }
    },
  };
  // Whatever the port has beside these is the driver's, what is optional in it too.
  return new Proxy(driver, {
    get(target, key) {
      if (key === "capabilities" || key === "execute") return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
