import type { RobotRequest } from "../contract/robot-settings.ts";

/**
 * Where a robot is reached, in one word: two robots with the same one are the same machine, which
 * would have two holders at a time. Null for simulated ones, each of which is a machine of its own.
 */
export function addressOf(request: RobotRequest): string | null {
  const { driver, vda5050, ros2, rosbridge } = request;
  if (driver === "vda5050" && vda5050) {
    const { broker, manufacturer, serial_number: serial } = vda5050;
    return ["vda5050", broker, manufacturer, serial].join(" ");
  }
  if (driver === "ros2" && ros2) {
    return ["ros2", ros2.domain_id ?? 0, bare(ros2.namespace)].join(" ");
  }
  if (driver === "rosbridge" && rosbridge) {
    return ["rosbridge", new URL(rosbridge.url).href, bare(rosbridge.namespace)].join(" ");
  }
  return null;
}

/** A namespace without the slashes around it. */
function bare(namespace = ""): string {
  return namespace.replaceAll(/^\/+|\/+$/g, "");
}
