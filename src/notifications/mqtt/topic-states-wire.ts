import type { BusCamera, BusRobot } from "./wire/mqtt.ts";
import type { HomeAssistantDiscovery } from "./home-assistant-wire.ts";
import type { SiteView } from "./site-view-wire.ts";

/** Returns every retained topic with its present state, the box's availability first. */
export function topicStates(
  base: string,
  view: SiteView,
  discovery: HomeAssistantDiscovery | undefined,
): Map<string, string | Uint8Array> {
  const cameras = view.cameras();
  const robots = view.robots();
  const box = {
    ...view.box(),
    cameras: { total: cameras.length, online: cameras.filter(({ online }) => online).length },
    robots: {
      total: robots.length,
      online: robots.filter(({ connection }) => connection === "online").length,
    },
  };
  const states = new Map<string, string | Uint8Array>([
    [`${base}/availability`, "online"],
    [`${base}/box`, JSON.stringify(box)],
    [`${base}/mode`, view.mode()],
  ]);
  if (discovery) states.set(...discovery.box());
  for (const camera of cameras) {
    states.set(`${base}/cameras/${camera.stream_id}`, JSON.stringify(camera satisfies BusCamera));
    if (discovery) states.set(...discovery.camera(camera));
  }
  for (const [id, jpeg] of view.pictures(cameras)) {
    states.set(`${base}/cameras/${id}/picture`, jpeg);
  }
  for (const robot of robots) {
    const { abilities: _, ...state } = robot;
    states.set(`${base}/robots/${robot.robot_id}`, JSON.stringify(state satisfies BusRobot));
    if (discovery) states.set(...discovery.robot(robot));
  }
  for (const alarm of view.alarms()) {
    states.set(`${base}/alarms/${alarm.alarm_id}`, JSON.stringify(alarm));
  }
  return states;
}
