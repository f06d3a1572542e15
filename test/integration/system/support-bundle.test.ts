import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { readTar } from "../../../src/base/archive/tar-reader.ts";
import { maxFileChars, supportBundle } from "../../../src/system/support/support-bundle.ts";
import { startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

/** Each is found as it stands, and in the ways in which bytes are written as text. */
const canary = (name: string): string => `canary-${name}-${randomBytes(6).toString("hex")}`;

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function membersOf(bytes: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { path, body } of readTar(once(gunzipSync(bytes)))) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    found.set(path.replace("gatehouse-support/", ""), Buffer.concat(chunks).toString());
  }
  return found;
}

test("no secret of the site is in a support bundle, wherever it stands", async (t) => {
  const dir = await tempDir(t);
  const secrets = {
    camera: canary("camera"),
    cameraFile: canary("file"),
    broker: canary("broker"),
    endpoint: canary("endpoint"),
    webhook: `whsec_${Buffer.from(canary("webhook-secret-of-some-length")).toString("base64")}`,
    health: canary("health"),
    added: canary("added"),
    inQuery: canary("query"),
    inPath: canary("path"),
  };
  for (const name of ["cameraFile", "broker", "endpoint"] as const) {
    await writeFile(join(dir, name), `${secrets[name]}\n`, { mode: 0o600 });
  }
  const yaml = `
webhooks: { allowed_networks: [127.0.0.0/8] }
mqtt_brokers: [{ name: yard, url: "mqtt://127.0.0.1:9", username: box, password_file: ${join(dir, "broker")} }]
uplink: { endpoints: [{ name: lan, kind: openai-compatible, url: "http://127.0.0.1:9/v1", key_file: ${join(dir, "endpoint")} }] }
cameras:
  - { id: gate, source: { type: rtsp, url: "rtsp://admin:${secrets.camera}@127.0.0.1:9/cam" } }
  - { id: hall, source: { type: rtsp, url: "rtsp://127.0.0.1:9/cam?user=admin&pwd=${secrets.inQuery}" } }
  - { id: yard, source: { type: rtsp, url: "rtsp://127.0.0.1:9/cam", username: admin, password_file: ${join(dir, "cameraFile")} } }`;
  const box = await startAppliance({ yaml });
  t.after(() => box.stop());
  const planted = [
    await box.post("/api/v1/webhooks", {
      endpoint_url: "https://127.0.0.1:9/in",
      secret: secrets.webhook,
    }),
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "porch",
      source: { type: "rtsp", url: `rtsp://admin:${secrets.added}@127.0.0.1:9/x` },
    }),
    await box.post("/api/v1/clinical/wellness", { text: secrets.health, who5: [1, 1, 1, 1, 1] }),
  ];
  for (const { status, body } of planted) assert.ok(status < 300, JSON.stringify(body));
  // A log as a careless program would write it.
  const log = join(dir, "log");
  const rescueCode = "7K3M 9QXT 0ABC VWYZ";
  await writeFile(
    log,
    `${box.output()}\nRescue code, good for one restore from that page: ${rescueCode}\nopened rtsp://admin:${secrets.camera}@10.0.0.7/cam, rtsp://10.0.0.8/user=a_password=${secrets.inPath}_channel=1 and ${secrets.cameraFile}, ${secrets.added}\n` +
      `Authorization: Bearer ${box.key}\nsk=${secrets.endpoint} mqtt=${secrets.broker}\n`,
  );
  const file = join(dir, "support.tar.gz");
  const config = join(dir, "site.yaml");
  await writeFile(config, `data_dir: ${box.dataDir}\nallow_loopback_cameras: true\n${yaml}\n`, {
    mode: 0o600,
  });
  const made = await gatehouse(["support-bundle", file, "--log", log, "--config", config]);
  assert.equal(made.code, 0, made.stderr);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const bytes = await readFile(file);
  const members = await membersOf(bytes);
  const keys = await Promise.all(
    ["webhook-key", "health-key", "assets/signing-key"].map((name) =>
      readFile(join(box.dataDir, name)),
    ),
  );
  const code = /Setup code, [^:]*: (\d{4} \d{4})/.exec(box.output())![1]!;
  const forbidden = [
    code,
    code.replace(" ", ""),
    rescueCode,
    ...Object.values(secrets),
    box.key,
    ...keys.flatMap((key) => [key.toString("hex"), key.toString("base64"), key.toString("latin1")]),
  ];
  for (const secret of forbidden) {
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64").slice(2, -4),
    ]) {
      assert.ok(!bytes.includes(form), "in the file as it is");
      for (const [name, text] of members) assert.ok(!text.includes(form), `${name} holds ${form}`);
    }
  }
  assert.match(members.get("log.txt")!, /opened rtsp:\/\/\[redacted\]@10\.0\.0\.7/);
  const { checks } = JSON.parse(members.get("doctor.json")!) as {
    checks: { check: string; subject: string }[];
  };
  const cameras = checks.filter(({ check }) => check === "camera_reachable");
  assert.deepEqual(
    cameras.map(({ subject }) => subject).toSorted(),
    ["gate", "hall", "porch", "yard"],
    "those of the configuration, and the one that was added to the running box",
  );
  assert.match(members.get("metrics.txt")!, /gatehouse_build_info/);
  assert.match(members.get("system.json")!, /"uptime_seconds"/);
  assert.match(members.get("configuration.json")!, /"mqtt_brokers"/);
  assert.match(members.get("versions.json")!, /"gatehouse": "\d/);
  assert.match(members.get("ffmpeg.txt")!, /ffmpeg version/);
});

test("the files of a bundle are bounded, and one that cannot be had says why", async () => {
  const chunks: Buffer[] = [];
  const files = [
    { name: "long", read: () => "a".repeat(maxFileChars + 10) },
    { name: "end", read: () => `${"b".repeat(maxFileChars)}end`, keep: "end" as const },
    {
      name: "broken",
      read: () => {
        throw new RangeError("no");
      },
    },
  ];
  for await (const chunk of supportBundle(files, (text) => text)) chunks.push(chunk);
  const members = await membersOf(Buffer.concat(chunks));
  assert.ok(members.get("long")!.length < maxFileChars + 100);
  assert.match(members.get("end")!.slice(-3), /^end$/);
  assert.match(members.get("broken")!, /not to be had: no/);
});
