import assert from "node:assert/strict";
import { test } from "node:test";
import { withBoxSpeech } from "../../../src/robots/driver/box-speech.ts";
import { mute } from "../../support/bounds/play.ts";
import { move, robotRig } from "./rig.ts";

test("bounds hold on the ways of a robot that the box speaks for", async (t) => {
  const rig = await robotRig(t, {
    wrap: (driver) => withBoxSpeech(driver, mute),
  });
  const polygon: [number, number][] = [[-5, -2], [-4, -2], [-4, 2], [-5, 2]]; // prettier-ignore
  const zone = { name: "Shed", type: "keep_out", frame: "map", polygon } as const;
  await rig.service.putZones("default", [zone]);
  await assert.rejects(rig.send({ command: "dock" }), { message: /crosses the zone Shed/ });
  const [held] = rig.service.status("default", "rover")!.zones;
  assert.equal(held!.enforcement, "monitored", held!.reason);
  const sent = await rig.send(move(4, 0));
  assert.deepEqual(sent.warnings, []);
});
