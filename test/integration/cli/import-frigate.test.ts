import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";

const password = "s3cret Pass/1@x";

test("`import frigate` moves a camera to a running box, once, and shows no password", async (t) => {
  const dir = await tempDir(t);
  const camera = await startRtspServer({
    fps: 10,
    gop: 10,
    size: "640x360",
    user: "admin",
    password,
  });
  t.after(() => camera.stop());
  const appliance = await startAppliance();
  t.after(() => appliance.stop());
  const file = join(dir, "config.yml");
  const keyFile = join(dir, "key");
  const envFile = join(dir, ".env");
  await writeFile(keyFile, `${appliance.key}\n`, { mode: 0o600 });
  await writeFile(envFile, `# secrets\nFRIGATE_RTSP_PASSWORD="${password}"\n`, { mode: 0o600 });
  await writeFile(
    file,
    `version: 0.16-0
mqtt: { host: 127.0.0.1, user: frigate, password: "{FRIGATE_RTSP_PASSWORD}" }
record: { enabled: true, retain: { days: 3 } }
detect: { enabled: true, width: 640, height: 360 }
cameras:
  yard:
    ffmpeg:
      inputs:
        - path: ${camera.url.replace("//", "//admin:{FRIGATE_RTSP_PASSWORD}@")}
          roles: [detect, record]
    objects: { track: [person, unicorn] }
    motion: { mask: "0,0,1,0,1,0.1,0,0.1" }
    zones: { gate: { coordinates: "0,180,320,180,320,360,0,360", loitering_time: 30 } }
    review:
      alerts: { labels: [person], required_zones: [gate] }
      detections: { labels: [unicorn] }
  attic:
    ffmpeg: { inputs: [{ path: "rtsp://192.0.2.9/1", roles: [detect] }] }
`,
  );
  const box = ["--url", appliance.url, "--key-file", keyFile, "--env-file", envFile];
  const run = async (...more: string[]) => {
    const ended = await gatehouse(["import", "frigate", file, ...more]);
    assert.ok(!`${ended.stdout}${ended.stderr}`.includes(password), "no password is shown");
    return ended;
  };
  const streams = async (): Promise<string[]> => {
    const { body } = await appliance.get("/api/v1/surveillance/streams");
    return body.data.data.map((each: { stream_id: string }) => each.stream_id);
  };

  const unset = await run("--dry-run");
  assert.equal(unset.code, 1);
  assert.match(unset.stderr, /config\.yml:9: cameras\.yard.* needs the variable/);
  const bare = await run("--env-file", envFile);
  assert.match(bare.stderr, /--key-file: is missing/);
  const dry = await run("--dry-run", ...box);
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /yard +new +rtsp:\/\/127\.0\.0\.1:\d+\/cam +1 +2 +continuous/);
  assert.match(dry.stdout, /config\.yml:12: cameras\.yard\.motion\.mask: has no counterpart/);
  assert.match(dry.stdout, /recordings_days: 3/);
  assert.deepEqual(await streams(), [], "a dry run changes nothing");

  const first = await run(...box, "--json");
  assert.equal(first.code, 1, "the address of the attic is refused");
  const answer = JSON.parse(first.stdout);
  const [yard, attic] = answer.streams;
  assert.deepEqual([yard.state, attic.state], ["created", "refused"]);
  assert.match(yard.remarks.join(), /left out behaviors\[1\]\.classes: .*unicorn/);
  assert.match(attic.remarks.join(), /192\.0\.2\.9/);
  assert.equal(yard.request.source.password, "***");
  const read = async () => (await appliance.get("/api/v1/surveillance/streams/yard")).body.data;
  await until(async () => (await read()).state === "watching", { deadlineMs: 60_000 });
  const stream = await read();
  assert.deepEqual(stream.context.zones.gate.polygon[0], [0, 0.5]);
  assert.deepEqual(
    stream.behaviors.map((each: { type: string; zone?: string }) => [each.type, each.zone]),
    [["loitering", "gate"]],
  );
  assert.equal(stream.recording.mode, "continuous");
  assert.deepEqual(stream.masks, []);

  const second = await run(...box);
  assert.match(second.stdout, /yard +exists/);
  assert.deepEqual(await streams(), ["yard"]);
  assert.equal((await read()).job_id, stream.job_id, "the stream goes on unchanged");
  await writeFile(keyFile, "svk_wrong\n");
  const refused = await run(...box);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /gatehouse: /);
});
