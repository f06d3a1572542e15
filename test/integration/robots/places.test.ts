import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { mapYaml, pgm, room } from "../../support/robots/map-files.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const base = "/api/v1/robots";
const square = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];
const dock = { name: "dock 3", kind: "station", frame: "map", x: 2, y: 1, yaw: 0.5 };
const go = (target: object) => ({ command: { command: "move_to", target } });

describe("places over HTTP", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 3000, readsPerMinute: 100_000 } });
  const put = (...places: object[]) => rig.post(`${base}/places`, { places });
  const remove = (path: string) => rig.ask(`${base}/${path}`, { method: "DELETE" });
  before(async () => {
    await rig.start();
    await rig.ask(`${base}/rover`, { method: "PUT", body: rover });
    await until(async () => (await rig.ask(`${base}/rover/status`)).json.status === "online");
    // A room of 10 m by 10 m around the origin, with walls of 0.5 m.
    const image = pgm(20, 20, room(20, 20)).toString("base64");
    const yaml = mapYaml({ resolution: "0.5", origin: "[-5, -5, 0]" });
    const map = { name: "Hall", frame: "map", grid: { yaml, image } };
    assert.equal((await rig.post(`${base}/maps`, map)).status, 200);
  });
  after(() => rig.stop());

  test("a place is stored by name with a revision that grows only with a change", async () => {
    const [first] = (await put(dock)).json.data.data;
    assert.deepEqual(
      [first.object, first.kind, first.yaw, first.level, first.revision, first.warnings],
      ["robot.place", "station", 0.5, null, 1, []],
    );
    const again = (await put(dock)).json.data.data[0];
    assert.deepEqual([again.id, again.revision], [first.id, 1]);
    const moved = (await put({ ...dock, x: 2.5 })).json.data.data[0];
    assert.deepEqual([moved.id, moved.revision, moved.x], [first.id, 2, 2.5]);
    const list = (await rig.ask(`${base}/places?kind=station`)).json.data;
    assert.deepEqual([list.total, list.data[0].name], [1, "dock 3"]);
  });

  test("a curved corridor has the points of its curve, comes back in each format, and is refused by field", async () => {
    const curve = {
      degree: 2,
      knot_vector: [0, 0, 0, 1, 1, 1],
      control_points: [
        { x: 0, y: 0, weight: 1 },
        { x: 2, y: 0, weight: Math.SQRT1_2 },
        { x: 2, y: 2, weight: 1 },
      ],
    };
    const bend = { name: "bend", frame: "curves", curve };
    const store = (body: object) => rig.post(`${base}/corridors`, { corridors: [body] });
    const [stored] = (await store(bend)).json.data.data;
    assert.deepEqual(stored.curve, curve);
    assert.deepEqual(
      [stored.points[0], stored.points.at(-1)],
      [
        [0, 0],
        [2, 2],
      ],
    );
    for (const [x, y] of stored.points) assert.ok(Math.abs(Math.hypot(x, y - 2) - 2) < 1e-6);
    const again = (await store(stored)).json;
    assert.equal(again.error?.param, "corridors[0].object", "an answer is no request");
    for (const format of ["geojson", "lif"]) {
      const layout = await rig.ask(`${base}/layout?format=${format}&frame=curves`);
      const { document } = layout.json.data;
      assert.equal((await rig.post(`${base}/layout`, { format, document })).status, 200);
      const list = (await rig.ask(`${base}/corridors?frame=curves`)).json.data.data;
      assert.deepEqual([list.length, list[0].curve, list[0].revision], [1, curve, 1], format);
    }
    const torn = { ...bend, curve: { ...curve, knot_vector: [0, 0, 0, 0.5, 1, 1] } };
    assert.equal((await store(torn)).json.error.param, "corridors[0].curve.knot_vector");
    const none = (await store({ name: "none", frame: "curves" })).json.error;
    assert.deepEqual([none.code, none.param], ["invalid_request_body", "corridors[0].points"]);
    assert.equal((await remove(`corridors/${stored.id}`)).status, 200);
  });

  test("a command goes to a place by name, and keeps the position and the revision that it had", async () => {
    const [place] = (await put(dock)).json.data.data;
    const sent = await rig.post(`${base}/rover/command`, go({ place: "dock 3" }));
    assert.equal(sent.status, 200, JSON.stringify(sent.json));
    const target = { frame: "map", x: 2, y: 1, yaw: 0.5, place: "dock 3" };
    assert.deepEqual(sent.json.data.command.target, { ...target, place_revision: place.revision });
    await put({ ...dock, x: 3 });
    const kept = await rig.ask(`${base}/rover/commands/${sent.json.data.command_id}`);
    assert.equal(kept.json.data.command.target.x, 2, "as it was accepted");
    const old = go({ place: "dock 3", place_revision: place.revision });
    const refused = (await rig.post(`${base}/rover/command`, old)).json.error;
    assert.equal(refused.param, "command.target.place_revision");
    const unknown = (await rig.post(`${base}/rover/command`, go({ place: "dok 3" }))).json.error;
    assert.deepEqual(
      [unknown.code, unknown.param],
      ["invalid_request_body", "command.target.place"],
    );
    assert.match(unknown.message, /Did you mean dock 3/);
    const both = (await rig.post(`${base}/rover/command`, go({ place: "dock 3", frame: "map" })))
      .json.error;
    assert.equal(both.param, "command.target");
    const bare = (await rig.post(`${base}/rover/command`, go({ frame: "map", x: 1 }))).json.error;
    assert.equal(bare.param, "command.target.y");
  });

  test("the gate judges the position of a place", async () => {
    await put({ ...dock, name: "far", x: 50 });
    const { status, json } = await rig.post(`${base}/rover/command`, go({ place: "far" }));
    assert.deepEqual([status, json.error.details[0].rule], [422, "outside_geofence"]);
  });

  test("a place in a wall or in a keep-out zone is refused by its name; a charger there is flagged", async () => {
    const inWall = { ...dock, name: "niche", x: 4.75, y: 0 };
    const { json } = await put({ ...dock, name: "fine" }, inWall);
    assert.equal(json.error.param, "places[1]");
    assert.match(json.error.message, /niche stands in a wall of the map Hall/);
    assert.equal((await rig.ask(`${base}/places`)).json.data.data.length, 2, "all or none");
    const charger = (await put({ ...inWall, kind: "charger" })).json.data.data[0];
    assert.deepEqual(charger.warnings, ["stands in a wall of the map Hall"]);
    const outside = (await put({ ...dock, name: "yard", x: 8 })).json.data.data[0];
    assert.deepEqual(outside.warnings, ["stands outside the map Hall"]);
    const zone = { name: "Shed", type: "keep_out", frame: "map", polygon: square(-3, -3, 1) };
    await rig.post(`${base}/zones`, { zones: [zone] });
    const shed = (await put({ ...dock, name: "shelf", x: -2.5, y: -2.5 })).json.error;
    assert.match(shed.message, /shelf lies in the keep-out zone Shed/);
    await rig.post(`${base}/zones`, {
      zones: [{ ...zone, name: "New", polygon: square(1.5, 0.5, 3) }],
    });
    const list = (await rig.ask(`${base}/places`)).json.data.data;
    const later = list.find(({ name }: { name: string }) => name === "dock 3");
    assert.deepEqual(later.warnings, ["lies in the keep-out zone New"], "a zone that came later");
    const zones = (await rig.ask(`${base}/zones`)).json.data.data as { id: string }[];
    for (const { id } of zones) await remove(`zones/${id}`);
  });

  test("a place that a rule or an action names is neither renamed nor removed, and both say who names it", async () => {
    const [place] = (await put({ ...dock, name: "home", kind: "home" })).json.data.data;
    const command = { command: "move_to", target: { place: "home" } };
    const rule = (name: string) => ({
      on: { type: "intrusion" },
      do: [
        { type: "command", robot_id: "rover", command: { ...command, target: { place: name } } },
      ],
    });
    const stored = await rig.ask("/api/v1/rules/go-home", { method: "PUT", body: rule("home") });
    assert.equal(stored.status, 200, JSON.stringify(stored.json));
    const unknown = await rig.ask("/api/v1/rules/lost", { method: "PUT", body: rule("nowhere") });
    assert.equal(unknown.json.error.param, "do[0].command.target.place");
    const action = { name: "Return", on: "intrusion", do: [{ type: "command", command }] };
    assert.equal((await rig.post(`${base}/actions`, { actions: [action] })).status, 200);
    const gone = await remove(`places/${place.id}`);
    assert.deepEqual([gone.status, gone.json.error.code], [409, "conflict"]);
    assert.match(gone.json.error.message, /home is in use by the action Return, the rule go-home/);
    const renamed = await put({ ...dock, id: place.id, name: "house", kind: "home" });
    assert.deepEqual([renamed.status, renamed.json.error.param], [409, "places[0].name"]);
    const moved = await put({ ...dock, name: "home", kind: "home", x: 1 });
    assert.equal(moved.status, 200, "its position may change");
    await rig.ask("/api/v1/rules/go-home", { method: "DELETE" });
    const actions = (await rig.ask(`${base}/actions`)).json.data.data as { id: string }[];
    await remove(`actions/${actions[0]!.id}`);
    assert.equal((await remove(`places/${place.id}`)).status, 200);
  });

  test("a run goes to a place by its name in words, at the revision of its acceptance", async () => {
    await put({ ...dock, name: "loading bay" });
    const run = await rig.post(`${base}/run`, {
      robot_id: "rover",
      task: "go to the loading bay",
      dry_run: true,
    });
    assert.equal(run.status, 202, JSON.stringify(run.json));
    const read = () => rig.ask(`/api/v1/jobs/${run.json.data.job_id}`);
    await until(async () => ["completed", "failed"].includes((await read()).json.status));
    const plan = JSON.stringify((await read()).json.data);
    assert.match(plan, /"place":"loading bay","place_revision":1/, plan);
  });

  test("corridors are stored, and say where they lead through a wall", async () => {
    const lane = {
      name: "Lane",
      frame: "map",
      points: [
        [-4, 0],
        [4, 0],
      ],
      one_way: true,
      exclusive: true,
      max_speed_mps: 0.6,
      width_m: 1.2,
      from: "dock 3",
    };
    const post = (...corridors: object[]) => rig.post(`${base}/corridors`, { corridors });
    const stored = (await post(lane)).json.data.data[0];
    const { one_way: oneWay, exclusive, max_speed_mps: speed, from, to, warnings } = stored;
    assert.deepEqual(
      [oneWay, exclusive, speed, from, to, warnings],
      [true, true, 0.6, "dock 3", null, []],
    );
    const through = {
      ...lane,
      name: "Through",
      points: [
        [-4, 0],
        [9, 0],
      ],
    };
    const [warned] = (await post(through)).json.data.data;
    assert.deepEqual(warned.warnings, ["leads through a wall of the map Hall"]);
    const twice = await post({
      ...lane,
      points: [
        [0, 0],
        [0, 0],
      ],
    });
    assert.equal(twice.json.error.param, "corridors[0].points[1]");
    assert.equal((await remove(`corridors/${stored.id}`)).status, 200);
  });

  test("an exported document is imported again all or none, and changes nothing", async () => {
    const before = (await rig.ask(`${base}/places`)).json.data;
    const importing = (body: object) => rig.post(`${base}/layout`, body);
    for (const format of ["geojson", "lif"]) {
      const { document } = (await rig.ask(`${base}/layout?format=${format}`)).json.data;
      const read = (await importing({ format, document })).json.data;
      assert.deepEqual([read.places, read.warnings], [before.total, []]);
      assert.deepEqual((await rig.ask(`${base}/places`)).json.data, before, "no new revision");
    }
    const feature = (x: number, name: string) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [x, 0] },
      properties: { name },
    });
    const document = {
      type: "FeatureCollection",
      features: [feature(1, "new one"), feature(4.75, "in the wall")],
    };
    const refused = await importing({ format: "geojson", document, frame: "map" });
    assert.match(refused.json.error.message, /in the wall stands in a wall of the map Hall/);
    assert.equal((await rig.ask(`${base}/places`)).json.data.total, before.total);
    const noFrame = await importing({ format: "geojson", document });
    assert.equal(noFrame.json.error.param, "document.features[0].properties.frame");
  });
});
