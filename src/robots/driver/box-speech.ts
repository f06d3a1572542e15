import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { DriverCapability, DriverCommand, BackgroundEnd, RobotDriver } from "./driver-port.ts";

/** The box's loudspeaker that speaks for one robot. */
export interface BoxSpeaker {
  /** `sink` is its output: a sound device, or files where there is none. */
  usable(): { available: true; sink: string } | { available: false; reason: string };
  /** Queues the message, and returns its end; fails with a coded error. */
  say(message: string): BackgroundEnd["ended"];
}

/** True when the box, not the robot, speaks announcements. */
export function isSpokenByBox(driver: Pick<RobotDriver, "capabilities">): boolean {
  const announce = driver.capabilities().find(({ name }) => name === "announce");
  return announce?.available === true && /^box(:|$)/.test(announce.source);
}

/** Returns `driver` with `announce` spoken by the box where the robot itself cannot speak. */
export function withBoxSpeech(driver: RobotDriver, speaker: BoxSpeaker): RobotDriver {
  const speaksItself = (): boolean =>
    driver.capabilities().some(({ name, available }) => name === "announce" && available);
  const ofBox = (): DriverCapability => {
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
  // All other members of the port are the driver's, the optional ones included.
  return new Proxy(driver, {
    get(target, key) {
      if (key === "capabilities" || key === "execute") return own[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
