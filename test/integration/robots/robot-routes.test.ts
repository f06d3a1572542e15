import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rover, yard } from "../../support/robots/make-robots.ts";
import { openSse } from "../../support/http/sse.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const base = "/api/v1/robots";
const move = (x: number, y = 0) => ({
  command: { command: "move_to", target: { frame: "map", x, y } },
});

describe("robots over HTTP", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 300, readsPerMinute: 100_000 } });
  const put = (id: string, body: unknown) => rig.ask(`${base}/${id}`, { method: "PUT", body });
  before(async () => {
    await rig.start();
    assert.equal((await put("rover", { ...rover, name: "Rover" })).status, 200);
    await until(async () => (await rig.ask(`${base}/rover/status`)).json.status === "online");
  });
  after(() => rig.stop());

  test("a robot is listed, shown with its settings, and its status has an age on every value", async () => {
    const list = (await rig.ask(base)).json.data;
    assert.deepEqual([list.total, list.data[0].robot_id, list.data[0].origin], [1, "rover", "api"]);
    assert.deepEqual((await rig.ask(`${base}/rover`)).json.data.settings.geofence.polygon, yard);
    const { data, object } = (await rig.ask(`${base}/rover/status`)).json;
    assert.equal(object, "robot");
    for (const name of ["pose", "velocity", "battery", "mode", "e_stop", "loads", "errors"]) {
      assert.ok(data[name].age_ms >= 0 && data[name].age_ms < 3000, name);
      assert.equal(data[name].source, "simulation", name);
    }
    const named = (wanted: string) =>
      data.capabilities.find(({ name }: { name: string }) => name === wanted);
    assert.deepEqual([named("announce").available, named("announce").source], [true, "box:file"]);
    assert.deepEqual([named("teleop").available, named("teleop").source], [true, "simulation"]);
  });

  test("its last minutes are downloaded as an MCAP file, and those of no robot are not found", async () => {
    const headers = { authorization: `Bearer ${rig.key}` };
    const get = (id: string) => fetch(`${rig.server.url()}${base}/${id}/trace.mcap`, { headers });
    const answer = await get("rover");
    assert.equal(answer.status, 200);
    assert.match(String(answer.headers.get("content-disposition")), /rover\.mcap/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89MCAP0\r\n");
    assert.equal((await get("nobody")).status, 404);
  });

  test("a command is answered with its state, found again, replayed under its key and cancelled", async () => {
    const headers = { "idempotency-key": "go-1" };
    const sent = await rig.post(`${base}/rover/command`, move(5), headers);
    assert.deepEqual(
      [sent.status, sent.json.object, sent.json.status],
      [200, "robot.command", "executing"],
    );
    const id = sent.json.data.command_id as string;
    const again = await rig.post(`${base}/rover/command`, move(5), headers);
    assert.deepEqual([again.json.data.command_id, again.json.id], [id, sent.json.id]);
    assert.equal(again.headers["idempotent-replayed"], "true");
    const other = await rig.post(`${base}/rover/command`, move(6), headers);
    assert.equal(other.json.error.code, "idempotency_key_mismatch");
    const lease = (await rig.ask(`${base}/rover/status`)).json.data.lease;
    assert.deepEqual([lease.command_id, lease.expires_in_ms], [id, null]);
    const cancel = { command: { command: "cancel", command_id: id } };
    assert.equal((await rig.post(`${base}/rover/command`, cancel)).json.status, "succeeded");
    const gone = (await rig.ask(`${base}/rover/commands/${id}`)).json;
    assert.equal(gone.data.state, "cancelled");
    const list = (await rig.ask(`${base}/rover/commands?limit=1`)).json.data;
    assert.deepEqual([list.data.length, list.has_more], [1, true]);
  });

  test("a load is picked up where it is, shown in the status, and put down", async () => {
    const loads = async () => (await rig.ask(`${base}/rover/status`)).json.data.loads.value;
    const load = { id: "L-1", type: "EPAL" };
    const target = { frame: "map", x: 0.5, y: 0 };
    const done = async (command: object): Promise<void> => {
      const sent = await rig.post(`${base}/rover/command`, { command });
      assert.deepEqual([sent.status, sent.json.status], [200, "executing"]);
      const path = `${base}/rover/commands/${sent.json.data.command_id}`;
      await until(async () => (await rig.ask(path)).json.data.state === "succeeded");
    };
    await done({ command: "pick", target, load, station: { type: "floor", height_m: 0 } });
    assert.deepEqual(await loads(), [{ ...load, position: null, weight_kg: null }]);
    const beyond = { command: "drop", target: { ...target, x: 50 } };
    const refused = await rig.post(`${base}/rover/command`, { command: beyond });
    assert.equal(refused.json.error.details[0].rule, "outside_geofence");
    await done({ command: "drop", target: { ...target, x: 0 } });
    assert.deepEqual(await loads(), []);
  });

  test("the gate's refusal is 422 with its rule, and bad numbers never reach it", async () => {
    const far = await rig.post(`${base}/rover/command`, move(50));
    assert.deepEqual(
      [far.status, far.json.error.code, far.json.error.details[0].rule],
      [422, "command_rejected", "outside_geofence"],
    );
    for (const x of ["1e999", "-1e999", "NaN", '"5"', "null"]) {
      const raw = `{"command":{"command":"move_to","target":{"frame":"map","x":${x},"y":0}}}`;
      const answer = await rig.ask(`${base}/rover/command`, { method: "POST", raw });
      assert.equal(answer.status, 400, x);
      assert.match(answer.json.error.code, /^invalid_(json|request_body)$/);
    }
    for (const [body, param] of [
      [{ command: { command: "fly" } }, "command.command"],
      [{ command: { command: "dock", speed: 1 } }, "command.speed"],
      [{ ...move(1), ttl_seconds: 0 }, "ttl_seconds"],
      [{ command: { command: "move_to" } }, "command.target"],
      [{ command: { command: "pick", message: "x" } }, "command.message"],
      [{ command: { command: "pick", station: { height_m: -1 } } }, "command.station.height_m"],
      [{ command: { command: "drop", load: { colour: "red" } } }, "command.load.colour"],
      [{ command: { command: "drop", parameters: { "a b": 1 } } }, "command.parameters.a b"],
      [{ command: { command: "drop", parameters: { tilt: [1] } } }, "command.parameters.tilt"],
      [{ command: { command: "dock", device: "lhd1" } }, "command.device"],
    ] as const) {
      const answer = await rig.post(`${base}/rover/command`, body);
      assert.deepEqual([answer.status, answer.json.error.param], [400, param]);
    }
  });

  test("another key is told of the lease; a program's key ranks below an operator's", async () => {
    const program = await rig.newKey(["robots:command", "robots:read"]);
    const made = await rig.keys.create({ org: "default", name: "anna", preset: "operator" });
    const as = (key: string, path: string, method: string, body?: unknown) =>
      rig.ask(`${base}/rover/${path}`, { method, key, ...(body ? { body } : {}) });
    const lease = await as(program, "lease", "POST", { ttl_seconds: 60 });
    assert.deepEqual([lease.status, lease.json.data.priority], [200, "remote_operator"]);
    const taken = await as(made.token, "lease", "POST", { ttl_seconds: 60, on_expiry: "pause" });
    assert.equal(taken.json.data.priority, "local_operator");
    const held = await as(program, "command", "POST", move(1));
    assert.deepEqual([held.status, held.json.error.code], [409, "lease_held"]);
    assert.ok(Number(held.headers["retry-after"]) > 0);
    assert.equal((await as(program, "lease", "DELETE")).json.data.released, false);
    assert.equal((await as(made.token, "lease", "DELETE")).json.data.released, true);
    assert.equal((await as(program, "lease", "POST", { ttl_seconds: 9999 })).status, 400);
  });

  test("a stop needs no body, is not refused for load, and says what it did", async () => {
    const hurried = new Rig({ quotas: { robotCommandsPerMinute: 1 } });
    await hurried.start();
    try {
      await hurried.ask(`${base}/r`, { method: "PUT", body: rover });
      assert.equal((await hurried.post(`${base}/r/lease`, { ttl_seconds: 60 })).status, 200);
      const refused = await hurried.post(`${base}/r/command`, move(1));
      assert.deepEqual([refused.status, refused.headers["x-ratelimit-limit"]], [429, "1"]);
      // Commands have a window of their own.
      const changed = await hurried.ask(`${base}/r`, { method: "PUT", body: rover });
      assert.deepEqual([changed.status, changed.headers["x-ratelimit-limit"]], [200, "120"]);
      for (let n = 0; n < 5; n += 1) {
        const stop = await hurried.post(`${base}/r/stop`, undefined, { "idempotency-key": "x" });
        assert.deepEqual([stop.status, stop.json.object], [200, "robot.stop"]);
        assert.deepEqual(
          [stop.json.data.done, stop.json.data.recorded],
          ["zero_velocity", "store"],
        );
        assert.equal(stop.headers["idempotent-replayed"], undefined);
      }
    } finally {
      await hurried.stop();
    }
    const silent = { ...rover, sim: { faults: { silent: true } } };
    await put("dead", silent);
    const lost = await rig.post(`${base}/dead/stop`, { reason: "test" });
    assert.deepEqual([lost.status, lost.json.error.code], [502, "robot_unreachable"]);
    const offline = await rig.post(`${base}/dead/command`, move(1));
    assert.equal(offline.json.error.details[0].rule, "robot_offline");
    assert.equal((await rig.ask(`${base}/dead`, { method: "DELETE" })).json.data.deleted, true);
    assert.equal((await rig.post(`${base}/dead/stop`)).status, 404);
    const all = await rig.post(`${base}/rover/command`, { command: { command: "stop" } });
    assert.deepEqual([all.json.status, all.json.data.reason], ["succeeded", "zero_velocity"]);
  });

  test("a zone of a type without a meaning is taken, binds nothing, and says so", async () => {
    const post = (type: string) =>
      rig.post(`${base}/zones`, { zones: [{ name: "bay", type, frame: "map", polygon: yard }] });
    const typo = (await post("keepout")).json.data.data[0];
    assert.equal(typo.type, "keepout");
    assert.match(typo.warnings[0], /^type: .*bounds nothing\. Did you mean keep_out\?$/);
    assert.deepEqual([...new Set(typo.enforcement.map(({ level }: any) => level))], ["advisory"]);
    assert.deepEqual((await rig.ask(`${base}/rover/status`)).json.data.zones, []);
    const kept = (await rig.ask(`${base}/zones?robot_id=rover`)).json.data.data[0];
    assert.deepEqual(kept.warnings, typo.warnings);
    assert.equal((await post("no words, please")).json.error.param, "zones[0].type");
    const run = { robot_id: "rover", task: "go to the ramp", dry_run: true };
    const zones = [{ name: "ramp", type: "loading", frame: "map", polygon: yard }];
    const asked = await rig.post(`${base}/run`, { ...run, zones });
    assert.match(
      asked.json.data.warnings[0],
      /^zones\[0\]\.type: the box gives loading no meaning/,
    );
    assert.deepEqual((await post("keep_out")).json.data.data[0].warnings, []);
    assert.equal((await rig.ask(`${base}/zones/${kept.id}`, { method: "DELETE" })).status, 200);
  });

  test("zones: 200 are taken, 201 and one that crosses itself are not", async () => {
    const zone = (n: number) => ({ name: `z${n}`, type: "patrol", frame: "map", polygon: yard });
    const many = (count: number) => ({ zones: Array.from({ length: count }, (_, n) => zone(n)) });
    const tooMany = await rig.post(`${base}/zones`, many(201));
    assert.deepEqual([tooMany.status, tooMany.json.error.param], [400, "zones"]);
    assert.equal((await rig.post(`${base}/zones`, { zones: [] })).status, 400);
    const bow = [yard[0], yard[2], yard[1], yard[3]];
    const crossed = await rig.post(`${base}/zones`, {
      zones: [zone(1), { ...zone(2), polygon: bow }],
    });
    assert.deepEqual([crossed.status, crossed.json.error.param], [400, "zones[1].polygon"]);
    assert.equal((await rig.ask(`${base}/zones`)).json.data.total, 0);
    const start = performance.now();
    const taken = await rig.post(`${base}/zones`, many(200));
    assert.deepEqual([taken.status, taken.json.data.data.length], [200, 200]);
    assert.ok(performance.now() - start < 5000);
    const page = (await rig.ask(`${base}/zones?limit=100&robot_id=rover`)).json.data;
    assert.deepEqual([page.data.length, page.total, page.has_more], [100, 200, true]);
    const { id } = page.data[0];
    assert.equal((await rig.ask(`${base}/zones/${id}`, { method: "DELETE" })).status, 200);
    assert.equal((await rig.ask(`${base}/zones/${id}`, { method: "DELETE" })).status, 404);
  });

  test("no robot takes the name of a path", async () => {
    for (const id of ["zones", "events", "run"]) {
      assert.equal((await put(id, rover)).json.error.code, "invalid_path_parameter");
    }
  });

  test("events: commands can be resumed, telemetry comes by itself and has no id", async () => {
    const url = `${rig.server.url()}${base}/events`;
    const headers = { authorization: `Bearer ${rig.key}` };
    const reader = await openSse(url, headers);
    const sent = await rig.post(`${base}/rover/command`, move(3));
    await until(() => reader.events.some(({ event }) => event === "robot.command"));
    await until(() => reader.events.filter(({ event }) => event === "robot.telemetry").length > 3);
    const telemetry = reader.events.findLast(({ event }) => event === "robot.telemetry")!;
    assert.equal(telemetry.id, undefined);
    assert.equal(telemetry.data.robot_id, "rover");
    assert.ok(telemetry.data.pose.age_ms <= 1000);
    const first = reader.events.find(({ event }) => event === "robot.command")!;
    reader.close();
    await rig.post(`${base}/rover/stop`);
    const resumed = await openSse(`${url}?telemetry=false`, {
      ...headers,
      "last-event-id": first.id!,
    });
    const states = () => resumed.events.map(({ data }) => data.state);
    await until(() => states().includes("cancelled"));
    assert.ok(resumed.events.every(({ event }) => event === "robot.command"));
    assert.ok(resumed.events.every(({ data }) => data.command_id === sent.json.data.command_id));
    resumed.close();
    const other = await openSse(`${url}?robot_id=nobody`, headers);
    const theirs = await openSse(url, {
      authorization: `Bearer ${await rig.newKey(["robots:read"], "acme")}`,
    });
    const all = await openSse(url, headers);
    await until(() => all.events.length > 3);
    assert.deepEqual([other.events, theirs.events], [[], []]);
    for (const each of [other, theirs, all]) each.close();
  });

  test("the record is a whole chain, page by page", async () => {
    const seen: { seq: number; hash: string; prev_hash: string }[] = [];
    for (let after = ""; ;) {
      const page = (await rig.ask(`${base}/record?limit=10${after}`)).json.data;
      seen.push(...page.data);
      if (!page.has_more) break;
      after = `&after=${page.next_cursor}`;
    }
    assert.ok(seen.length > 10);
    for (const [at, entry] of seen.slice(0, -1).entries()) {
      assert.deepEqual([entry.prev_hash, entry.seq], [seen[at + 1]!.hash, seen[at + 1]!.seq + 1]);
    }
    assert.equal((await rig.ask(`${base}/record?after=x`)).status, 400);
  });
});
