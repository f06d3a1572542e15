import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { onlyLong } from "../../support/box/long-form.ts";
import { greyPng, mapYaml, pgm, room } from "../../support/robots/map-files.ts";
import { Rig } from "../../support/http/rig.ts";

const base = "/api/v1/robots";
const [width, height] = [40, 20];
const hall = pgm(width, height, room(width, height)).toString("base64");

describe("maps of robots over HTTP", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 3000, readsPerMinute: 100_000 } });
  const post = (body: object) => rig.post(`${base}/maps`, body);
  const grid = (yaml: string, image = hall, more = {}) =>
    post({ name: "Hall", frame: "map", grid: { yaml, image }, ...more });
  before(() => rig.start());
  after(() => rig.stop());

  test("a map_server file becomes a map with its geometry, its counts and a picture without a key", async () => {
    const stored = await grid(mapYaml(), hall, { level: "0" });
    assert.equal(stored.status, 200, JSON.stringify(stored.json));
    const map = stored.json.data;
    assert.deepEqual(
      [map.name, map.frame, map.level, map.kind, map.origin, map.revision],
      ["Hall", "map", "0", "grid", "upload", 1],
    );
    const walls = 2 * (width + height) - 4;
    assert.deepEqual(map.grid, {
      width,
      height,
      resolution_m: 0.05,
      origin: { x: -1, y: -2, yaw: 0 },
      free: width * height - walls,
      occupied: walls,
      unknown: 0,
    });
    assert.deepEqual(map.placement, [2, 0, -1, 0, -1, -1]);
    const { pathname, search } = new URL(map.picture.url);
    const picture = await fetch(`${rig.server.url()}${pathname}${search}`);
    assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);
    const bytes = Buffer.from(await picture.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [width, height]);
    const again = await grid(mapYaml({ origin: "[0, 0, 0]" }));
    assert.deepEqual([again.json.data.id, again.json.data.revision], [map.id, 2], "by its name");
    const list = (await rig.ask(`${base}/maps?frame=map`)).json.data;
    assert.deepEqual([list.total, list.data[0].grid.origin.x], [1, 0]);
    assert.equal((await rig.ask(`${base}/maps?frame=other`)).json.data.total, 0);
  });

  test("a PNG gives the same cells as a PGM", async () => {
    const png = (await greyPng(width, height, room(width, height))).toString("base64");
    const stored = await grid(mapYaml({ image: "hall.png" }), png, { name: "As PNG" });
    const { free, occupied, unknown } = stored.json.data.grid;
    assert.deepEqual([free, occupied, unknown], [684, 116, 0]);
    assert.equal(
      (await rig.ask(`${base}/maps/${stored.json.data.id}`, { method: "DELETE" })).status,
      200,
    );
    assert.equal((await rig.ask(`${base}/maps/${stored.json.data.id}`)).status, 404);
  });

  for (const [what, field, send] of [
    ["a resolution of NaN", "grid.yaml.resolution", () => grid(mapYaml({ resolution: ".nan" }))],
    [
      "a thousand million cells",
      "grid.image",
      () => grid(mapYaml(), Buffer.from("P5\n32000 32000\n255\n").toString("base64")),
    ],
    [
      "fewer samples than its header says",
      "grid.image",
      () => grid(mapYaml(), pgm(9, 9, [1, 2]).toString("base64")),
    ],
    ["no picture at all", "grid.image", () => grid(mapYaml(), "bm90IGEgcGljdHVyZQ==")],
    ["text that is not base64", "grid.image", () => grid(mapYaml(), "hello!")],
    ["neither grid nor plan", "grid", () => post({ name: "None", frame: "map" })],
  ] as const) {
    test(`a map with ${what} is refused naming ${field}`, async () => {
      const { status, json } = await send();
      assert.deepEqual(
        [status, json.error.code, json.error.param],
        [400, "invalid_request_body", field],
        JSON.stringify(json.error),
      );
    });
  }

  test("a floor plan is placed by points with their errors, as picture or SVG, and placed anew", async () => {
    const plan = (image: string, points: object[], name = "Plan") =>
      post({ name, frame: "map", plan: { image, points } });
    const corners = [
      { image: [0, 1], map: [0, 0] },
      { image: [1, 1], map: [40, 0] },
      { image: [0, 0], map: [0, 21] },
    ];
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" onload="alert(1)">
        <script>alert(2)</script><image href="http://127.0.0.1:9/x.png"/>
        <rect width="400" height="200" fill="#eee"/><path d="M10 10h380" stroke="#000"/></svg>`,
    );
    const drawn = await plan(svg.toString("base64"), corners);
    assert.equal(drawn.status, 200, JSON.stringify(drawn.json));
    const { data } = drawn.json;
    assert.deepEqual([data.kind, data.grid, data.plan.fit], ["plan", null, "similarity"]);
    assert.deepEqual([data.picture.width_px, data.picture.height_px], [4096, 2048]);
    assert.ok(data.plan.rms_error_m > 0.1 && data.plan.max_error_m < 1, JSON.stringify(data.plan));
    const address = new URL(data.picture.url);
    const shown = await fetch(`${rig.server.url()}${address.pathname}${address.search}`);
    assert.equal(shown.headers.get("content-type"), "image/png", "only its paint is served");
    const patch = (body: object) => rig.ask(`${base}/maps/${data.id}`, { method: "PATCH", body });
    const moved = await patch({ plan: { points: corners.slice(0, 2) }, level: "1" });
    assert.deepEqual(
      [moved.json.data.revision, moved.json.data.level, moved.json.data.plan.rms_error_m],
      [2, "1", null],
    );
    assert.equal((await patch({ name: "Hall" })).json.error.param, "name");
    const one = await plan(svg.toString("base64"), [corners[0]!, corners[0]!], "One point");
    assert.equal(one.json.error.param, "plan.points");
  });

  test("frames are tied by values or points, and a circle is refused with its way", async () => {
    const put = (frame: string, body: object) =>
      rig.ask(`${base}/frames/${encodeURIComponent(frame)}`, { method: "PUT", body });
    const points = [
      { frame: [0, 0], parent: [5, 5] },
      { frame: [2, 0], parent: [5, 7] },
      { frame: [0, 2], parent: [3, 5.02] },
    ];
    const tied = (await put("floor 1", { parent: "site", points })).json.data;
    assert.ok(Math.abs(tied.yaw - Math.PI / 2) < 0.02 && tied.errors_m.length === 3);
    assert.equal((await put("site", { parent: "world", x: 1, y: 2 })).status, 200);
    const circle = (await put("world", { parent: "floor 1", x: 0, y: 0 })).json.error;
    assert.equal(circle.param, "parent");
    assert.match(circle.message, /world → floor 1 → site → world/);
    assert.equal((await put("bare", { parent: "site" })).json.error.param, "x");
    assert.equal(
      (await put("both", { parent: "site", x: 0, y: 0, points })).json.error.param,
      "points",
    );
    assert.equal((await rig.ask(`${base}/frames`)).json.data.total, 2);
    const gone = await rig.ask(`${base}/frames/site`, { method: "DELETE" });
    assert.deepEqual([gone.status, gone.json.data.deleted], [200, true]);
  });

  test("another organisation sees no map of this one", async () => {
    const key = await rig.newKey(["robots:read"], "acme");
    assert.equal((await rig.ask(`${base}/maps`, { key })).json.data.total, 0);
  });

  test(
    "a map of many million cells is read within seconds, and its picture stays small",
    { skip: onlyLong },
    async () => {
      const side = 5600;
      const png = (await greyPng(side, side, room(side, side))).toString("base64");
      const stored = await grid(mapYaml({ image: "big.png" }), png, { name: "Big" });
      assert.equal(stored.status, 200, JSON.stringify(stored.json).slice(0, 300));
      assert.equal(stored.json.data.grid.width, side);
      assert.ok(stored.json.data.picture.width_px <= 4096);
    },
  );
});
