import assert from "node:assert/strict";
import { test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { noNats, startNats } from "../../support/fleet/nats-server.ts";

const names = ["gate", "yard"];

function yamlOf(server: string, camera: RtspServer): string {
  const cameras = names.map(
    (id) =>
      `  - { id: ${id}, model: motion, source: { type: rtsp, url: "${camera.url}" }, context: { zones: { all: { xyxy: [0, 0, 1, 1] } } }, behaviors: [{ type: intrusion, zone: all }] }`,
  );
  return `fleet: { name: test, voters: 1, servers: ["${server}"] }\ncameras:\n${cameras.join("\n")}`;
}

/** The streams that get pictures on the box, sorted. */
async function watchedOn(box: Appliance): Promise<string[]> {
  const { body } = await box.get("/api/v1/surveillance/streams?site=false");
  const streams = body.data.data as { stream_id: string; fps_in: number; state: string }[];
  return streams
    .filter(({ state, fps_in: fps }) => state !== "ended" && fps > 0)
    .map(({ stream_id: id }) => id)
    .toSorted();
}

test(
  "two boxes share their cameras, one takes over from the other, and its coverage has the gap",
  { skip: noNats },
  async (t) => {
    const nats = await startNats(t);
    const camera = await startRtspServer({ size: "320x180", fps: 10 });
    t.after(() => camera.stop());
    const yaml = yamlOf(nats.url, camera);
    const [a, b] = await Promise.all([startAppliance({ yaml }), startAppliance({ yaml })]);
    t.after(() => Promise.all([a.stop(), b.stop()]));
    const both = async () => [await watchedOn(a), await watchedOn(b)];
    await until(async () => (await both()).flat().toSorted().join() === names.join());
    const { fleet, alarms } = (await a.get("/api/v1/system")).body.data;
    assert.equal(fleet.state, "joined");
    assert.deepEqual(
      fleet.boxes.map(({ state }: { state: string }) => state),
      ["up", "up"],
    );
    assert.ok(
      alarms.some(({ code }: { code: string }) => code === "fleet_without_takeover"),
      "one server is no witness",
    );
    const [ofA] = await both();
    const [dead, alive] = ofA!.length > 0 ? [a, b] : [b, a];
    const moved = await watchedOn(dead);
    await dead.kill();
    const killedMs = performance.now();
    await until(async () => (await watchedOn(alive)).join() === names.join());
    t.diagnostic(`pictures again after ${Math.round(performance.now() - killedMs)} ms`);
    const rows = await alive.get(`/api/v1/surveillance/coverage?stream_id=${moved[0]}`);
    const lost = (rows.body.data.data as { not_observed: { box_off: number } }[])
      .map(({ not_observed: reasons }) => reasons.box_off)
      .reduce((sum, each) => sum + each, 0);
    assert.ok(lost >= 5, `the gap is in the coverage: ${JSON.stringify(rows.body.data)}`);
  },
);
