import type { RobotDriver } from "../driver/driver-port.ts";
import { TrafficDriver, type TrafficDriverParts } from "./traffic-driver.ts";

const own = [
  "open",
  "close",
  "execute",
  "cancel",
  "stop",
  "reattach",
  "boundWay",
  "wayOf",
  "wayProblem",
] as const;

/** Returns `parts.driver` as a robot of the traffic. */
export function withTraffic(parts: TrafficDriverParts): RobotDriver {
  const member = new TrafficDriver(parts);
  const methods = new Map<string | symbol, unknown>(
    own.map((name) => [name, member[name].bind(member)]),
  );
  // All other members of the port are the driver's, the optional ones included.
  return new Proxy(parts.driver, {
    get(target, key) {
      const mine = methods.get(key);
      if (mine) return mine;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
