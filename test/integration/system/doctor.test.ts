import assert from "node:assert/strict";
import { once } from "node:events";
import { chown, mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { type BoxView, type Check, ok, warn } from "../../../src/system/doctor/check.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { allChecks, diagnose } from "../../../src/system/doctor/doctor.ts";
import { Examinations } from "../../../src/system/doctor/examinations.ts";
import { startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { bench, box, goodFacts } from "../../support/system/doctor-bench.ts";
import type { StoreFacts } from "../../../src/system/doctor/store-facts.ts";
import { anyCamera, faults } from "../../support/system/doctor-faults.ts";
import { until } from "../../support/box/wait.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

test("every check has a fault that is planted", () => {
  assert.deepEqual(allChecks.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
  assert.ok(allChecks.length >= 25);
});

test("the checks of all modules have one order, from the box over its machine to the cameras", () => {
  const ids = allChecks.map(({ id }) => id);
  const firstOfEach = ["configuration", "memory", "disk_free", "time_sync", "ffmpeg"];
  const places = [...firstOfEach, "camera_accepted"].map((id) => ids.indexOf(id));
  assert.equal(places[0], 0);
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  const positions = allChecks.map(({ position }) => position);
  assert.deepEqual(positions, [...new Set(positions)], "no two share a place");
});

for (const [id, plant] of Object.entries(faults)) {
  test(`the doctor finds its planted fault: ${id}`, async (t) => {
    const seeded = await plant(await bench(t), t);
    if (!seeded) {
      t.skip("this machine cannot make the fault");
      return;
    }
    const check = allChecks.find((one) => one.id === id) as Check;
    const { rows } = await diagnose(seeded.site, [check]);
    const worst = rows.find(({ outcome }) => outcome === seeded.expect);
    assert.ok(worst, JSON.stringify(rows));
    assert.match(worst.reason, seeded.says);
    assert.match(worst.fix ?? "", /\S.*\.$/s, "the fix is a sentence");
  });
}

test("a box that only its own machine reaches says so, and what opens it to the LAN", async (t) => {
  const port = allChecks.find(({ id }) => id === "port") as Check;
  const on = await bench(t);
  const rowsWith = async (server: object) => {
    const site = await on.site();
    const config = { ...site.config, server: { ...site.config.server, ...server } };
    return (await diagnose({ ...site, config }, [port])).rows.map(({ outcome, reason }) => ({
      outcome,
      reason,
    }));
  };
  const [, shut] = await rowsWith({ host: "127.0.0.1" });
  assert.equal(shut?.outcome, "ok");
  assert.match(shut.reason, /127\.0\.0\.1 only.+set server\.host to 0\.0\.0\.0/);
  assert.equal((await rowsWith({ host: "0.0.0.0" })).length, 1);
  const proxied = { host: "127.0.0.1", publicUrl: "https://box.example" };
  assert.equal((await rowsWith(proxied)).length, 1, "a proxy opens it");
});

test("nothing is found on a sound site, and what is not there is skipped", async (t) => {
  const on = await bench(t);
  const { rows, worst } = await diagnose(
    await on.site(anyCamera),
    allChecks.filter(({ id }) => !["golden_frames", "load", "disk_speed", "memory"].includes(id)),
  );
  const found = rows.filter(({ outcome }) => outcome === "fail" || outcome === "warn");
  assert.deepEqual(
    found.map(({ check }) => check),
    [],
    JSON.stringify(found),
  );
  assert.equal(worst, "ok");
});

test("a box without a backup is new for a day, and people with accounts need no key", async (t) => {
  const on = await bench(t);
  const checks = allChecks.filter(({ id }) => ["backup", "api_keys"].includes(id));
  const site = await on.site("");
  const found = async (facts: Partial<StoreFacts>, laterMs: number) => {
    const at = { nowMs: Date.now() + laterMs, store: { ...goodFacts, ...facts } };
    const { rows } = await diagnose({ ...site, ...at }, checks);
    return rows.map(({ check, outcome }) => `${check} ${outcome}`);
  };
  const dayMs = 86_400_000;
  const signedUp = { hasKeys: false, hasPeople: true };
  assert.deepEqual(await found(signedUp, 0), ["api_keys ok", "backup ok"]);
  assert.deepEqual(await found({ hasKeys: false }, 2 * dayMs), ["api_keys warn", "backup warn"]);
});

test("a broker that answers and does not take the box is a failure, in the box's own words", async (t) => {
  const broker = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(broker, "listening");
  t.after(() => broker.close());
  const { port } = broker.address() as AddressInfo;
  const yaml = `mqtt_brokers: [{ name: site, url: 'mqtt://127.0.0.1:${port}' }]`;
  const check = allChecks.find(({ id }) => id === "mqtt") as Check;
  const found = async (mqtt: BoxView["mqtt"]) => {
    const site = await (await bench(t)).site(yaml, { box: { ...box, mqtt: mqtt ?? null } });
    const [row] = (await diagnose(site, [check])).rows;
    return `${row!.outcome}: ${row!.reason}`;
  };
  const link = { broker: "site", connected: false, last_error: "Not authorized" };
  assert.match(await found(link), /^fail: .* not connected \(Not authorized\)/);
  assert.equal(await found({ ...link, connected: true }), "ok: the box is connected");
  assert.match(await found({ ...link, broker: "another" }), /^ok: .* answers/);
});

test("what a restore has set aside is named, wherever it lies", async (t) => {
  const check = allChecks.find(({ id }) => id === "restores") as Check;
  for (const place of [
    "data.before-restore-1",
    "data/before-restore-1",
    "data/store.before-restore-1",
  ]) {
    const on = await bench(t);
    await mkdir(join(on.dir, place));
    const [row] = (await diagnose(await on.site(), [check])).rows;
    assert.equal(row!.outcome, "warn");
    assert.ok(row!.reason.startsWith(join(on.dir, place)), row!.reason);
  }
});

test("a check that breaks is a failure of its own, and the others go on", async (t) => {
  const site = await (await bench(t)).site();
  const broken: Check = {
    id: "broken",
    position: 1,
    run() {
      throw new RangeError("oops");
    },
  };
  const sound: Check = { id: "sound", position: 2, run: () => ok("dns.found") };
  const { rows, worst } = await diagnose(site, [broken, sound]);
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ["fail", "ok"],
  );
  assert.match(rows[0]!.reason, /oops/);
  assert.equal(worst, "fail");
});

test("at most so many checks run at once, and each is told of as it ends", async (t) => {
  const site = await (await bench(t)).site();
  let now = 0;
  let most = 0;
  const told: string[] = [];
  const checks = ["a", "b", "c", "d", "e"].map((id, position): Check => ({
    id,
    position,
    async run() {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return ok("dns.found");
    },
  }));
  const onRows = (rows: readonly { check: string }[]) => told.push(rows[0]!.check);
  await diagnose(site, checks, { atOnce: 2, onRows });
  assert.equal(most, 2);
  assert.deepEqual(told.toSorted(), ["a", "b", "c", "d", "e"]);
});

test("the running box examines for one organisation at a time, and keeps what was found for each", async (t) => {
  const site = await (await bench(t)).site();
  const held = Promise.withResolvers<void>();
  const check: Check = {
    id: "held",
    position: 1,
    async run() {
      await held.promise;
      return warn("backup.none", "backup.fix");
    },
  };
  const doctor = new Examinations({
    clock: systemClock,
    siteOf: async () => site,
    checks: [check],
  });
  assert.deepEqual(
    [doctor.describe("north").state, doctor.describe("north").checks],
    ["never", []],
  );
  assert.equal(doctor.begin("north").state, "running");
  assert.equal(doctor.begin("north").state, "running", "the one that runs goes on");
  assert.throws(() => doctor.begin("south"), { code: "overloaded" });
  held.resolve();
  await until(() => doctor.describe("north").state === "done");
  const { status, checks_done: done, checks } = doctor.describe("north");
  assert.deepEqual(
    [status, done, checks[0]!.fix],
    [
      "warn",
      1,
      "Run systemctl enable --now gatehouse-backup.timer for one each night, or gatehouse backup FOLDER now.",
    ],
  );
  assert.equal(doctor.describe("south").state, "never");
  const broken = new Examinations({
    clock: systemClock,
    siteOf: () => Promise.reject(new Error("no disk")),
  });
  broken.begin("north");
  await until(() => broken.describe("north").state === "done");
  assert.match(broken.describe("north").checks[0]!.reason, /no disk/);
});

test("cameras of the API are tried by the command line too while the box runs", async (t) => {
  const clips = await tempDir(t);
  // `config check` does not look for the file: it may come with a disk that is mounted later.
  const camera = `{ id: gate, source: { type: file, url: ${clips}/none.mp4 } }`;
  const box = await startAppliance({ yaml: `media_dirs: [${clips}]\ncameras: [${camera}]` });
  t.after(() => box.stop());
  await t.test("and tells of a camera of the configuration that it refused", async () => {
    const where = ["--data-dir", box.dataDir];
    const { alarms, cameras } = (await box.get("/api/v1/system")).body.data;
    const alarm = alarms.find(({ code }: { code: string }) => code === "cameras_refused");
    assert.match(alarm.message, /gate \(source\.url: .*file_not_found/s);
    assert.equal(alarm.severity, "critical");
    assert.deepEqual([cameras.refused.length, cameras.refused[0].stream_id], [1, "gate"]);
    assert.match(
      (await gatehouse(["status", ...where])).stdout,
      /critical cameras_refused +The box/,
    );
    const { stdout } = await gatehouse(["doctor", ...where, "--only", "camera_accepted", "--json"]);
    const [row] = (JSON.parse(stdout) as { checks: { status: string; subject: string }[] }).checks;
    assert.deepEqual([row!.status, row!.subject], ["fail", "gate"]);
  });
  const source = { type: "rtsp", url: "rtsp://anna:canary-51ab@127.0.0.1:9/none" };
  const request = { stream_id: "added", model: "motion", source };
  assert.equal((await box.post("/api/v1/surveillance/streams", request)).status, 202);
  const find = async () => {
    const args = ["doctor", "--data-dir", box.dataDir, "--only", "camera_reachable", "--json"];
    const { stdout } = await gatehouse(args);
    assert.equal(stdout.includes("canary-51ab"), false);
    return (JSON.parse(stdout) as { checks: { subject: string | null }[] }).checks;
  };
  await until(async () => (await find())[0]!.subject === "added", { what: "the camera" });
});

test("a file of another user in the data directory is found", async (t) => {
  if (process.getuid?.() !== 0) return t.skip("only root can give files away");
  const on = await bench(t);
  await writeFile(join(on.dataDir, "store"), "");
  await chown(join(on.dataDir, "store"), 1234, 1234);
  const check = allChecks.find(({ id }) => id === "data_dir_owner") as Check;
  const { worst } = await diagnose(await on.site(), [check]);
  assert.equal(worst, "fail");
  await chown(on.dataDir, 1234, 1234);
  const speed = allChecks.find(({ id }) => id === "disk_speed") as Check;
  const { rows } = await diagnose(await on.site(), [speed, check]);
  assert.equal(
    rows.at(-1)!.outcome,
    "ok",
    "what the doctor writes meanwhile is none of another user",
  );
});

test("`doctor` answers by its exit code, with a broken configuration too, and knows its checks", async (t) => {
  const dir = await tempDir(t);
  const file = join(dir, "site.yaml");
  const dataDir = join(dir, "data");
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(file, `data_dir: ${dataDir}\nserver: { port: 0 }\n`);
  const run = (...more: string[]) => gatehouse(["doctor", "--config", file, "--json", ...more]);
  assert.equal((await run("--only", "configuration", "store_version")).code, 0);
  assert.equal((await run("--only", "backup")).code, 0, "no night has passed yet");
  await writeFile(file, `data_dir: ${dataDir}\nserver: { port: many }\n`);
  const wrong = await run("--only", "configuration", "ffmpeg");
  assert.equal(wrong.code, 2, wrong.stderr);
  const { status, checks } = JSON.parse(wrong.stdout) as {
    status: string;
    checks: { check: string; status: string; reason: string; fix: string | null }[];
  };
  assert.equal(status, "fail");
  assert.match(checks[0]!.reason, /site\.yaml:2: server\.port/);
  assert.equal(checks[1]!.status, "ok");
  assert.match((await run("--only", "nonsense")).stderr, /check: there is no nonsense/);
});
