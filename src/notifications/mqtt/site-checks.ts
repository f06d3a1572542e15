import type { Fault } from "../../base/contract/explain.ts";
import type { SiteYaml } from "../../system/config/schema.ts";

/** Returns the faults of the brokers: repeated names. */
export function brokerFaults({ mqtt_brokers: brokers }: SiteYaml): Fault[] {
  const names = brokers.map(({ name }) => name);
  return names.flatMap((name, at) =>
    names.indexOf(name) < at
      ? [{ path: ["mqtt_brokers", at, "name"], message: "is the name of another broker already" }]
      : [],
  );
}

/** Shortest interval between two pictures of a camera: each takes a still of the detector's process. */
const leastPictureSeconds = 5;

/** Returns the faults of the site's bus: an unknown broker, commands without a key, too many pictures. */
export function mqttFaults({ mqtt, mqtt_brokers: brokers }: SiteYaml): Fault[] {
  const { broker, commands, command_key: key, picture_seconds: pictureSeconds } = mqtt;
  const faults: Fault[] = [];
  if (broker !== undefined && !brokers.some(({ name }) => name === broker)) {
    const message = "no entry of mqtt_brokers has this name";
    faults.push({ path: ["mqtt", "broker"], message });
  }
  if (commands && key === undefined) {
    const message = "is needed with commands: the id of a key (gatehouse keys list)";
    faults.push({ path: ["mqtt", "command_key"], message });
  }
  if (pictureSeconds > 0 && pictureSeconds < leastPictureSeconds) {
    const message = `must be 0 or at least ${leastPictureSeconds}`;
    faults.push({ path: ["mqtt", "picture_seconds"], message });
  }
  return faults;
}
