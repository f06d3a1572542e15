import type { RobotSample } from "../../../../robots/driver/driver-port.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosMessage } from "../core/ros-link.ts";

/** `power_supply_status` of `sensor_msgs/msg/BatteryState`: charging and full; 2 and 3 do not charge. */
const charging: ReadonlyMap<unknown, boolean> = new Map([
  [1, true],
  [2, false],
  [3, false],
  [4, true],
]);

/**
 * Reads charge levels. The message says 0 to 1; many drivers publish 0 to 100. Without a setting, the first
 * value above 1 decides: guessing each time would turn 1 % into 100 %.
 */
export class BatteryReader {
  #scale: NavSettings["batteryScale"];

  constructor(scale: NavSettings["batteryScale"]) {
    this.#scale = scale;
  }

  /** Undefined for an unmeasured (NaN) or impossible value. */
  read(message: RosMessage): RobotSample["battery"] | undefined {
    const level = message["percentage"];
    if (typeof level !== "number" || !(level >= 0) || level > 100) return undefined;
    if (this.#scale === "auto" && level > 1) this.#scale = "percent";
    const percent = this.#scale === "percent" ? level : level * 100;
    if (percent > 100) return undefined;
    const isCharging = charging.get(message["power_supply_status"]) ?? null;
    return { percent: Math.round(percent * 10) / 10, isCharging };
  }
}
