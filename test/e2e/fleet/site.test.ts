import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import { type SiteBox, startSite } from "../../support/fleet/site-boxes.ts";

const streams = "/api/v1/surveillance/streams";
const incidents = "/api/v1/surveillance/incidents";
const rover = "robots: [{ id: rover, driver: sim }";
const nowhere = "00000000-0000-7000-8000-000000000000";

interface Listed {
  id: string;
  box_id: string;
  job_id: string;
  snapshot_url: string | null;
}

async function list(box: SiteBox, path: string) {
  const { status, body } = await box.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as {
    data: Listed[];
    total: number;
    next_cursor: string | null;
    boxes: { box_id: string; state: string }[];
  };
}

/** A site of three: `b` watches a camera that moves all the time, `c` has a robot of its own, all share another. */
async function startThree(t: TestContext) {
  const camera = await startRtspServer({ size: "320x180", fps: 10 });
  t.after(() => camera.stop());
  const yard = `{ id: yard, model: motion, recording: { mode: incidents }, source: { type: rtsp, url: "${camera.url}" }, context: { zones: { all: { xyxy: [0, 0, 1, 1] } } }, behaviors: [{ type: intrusion, zone: all }] }`;
  return await startSite(t, [
    `${rover}]`,
    `${rover}]\ncameras: [${yard}]`,
    `${rover}, { id: lift, driver: sim }]`,
  ]);
}

test(
  "any box answers for all boxes of a site, and names one that is gone",
  { skip: noNats },
  async (t) => {
    const [a, b, c] = (await startThree(t)) as [SiteBox, SiteBox, SiteBox];

    await t.test(
      "a stream, its picture and its live view come from the box that watches it",
      async () => {
        await until(async () => (await a.get(`${streams}/yard`)).body.data?.fps_in > 0, {
          what: "the stream of the other box",
        });
        const listed = await list(a, streams);
        assert.deepEqual([listed.data.map(({ box_id: id }) => id), listed.total], [[b.boxId], 1]);
        assert.deepEqual((await list(a, `${streams}?site=false`)).data, []);
        const picture = await a.fetch(`${streams}/yard/snapshot.jpg`);
        assert.equal(picture.status, 200, await picture.clone().text());
        assert.equal(picture.headers.get("x-svc-box"), b.boxId);
        assert.equal(picture.headers.get("content-type"), "image/jpeg");
        assert.deepEqual(
          [...new Uint8Array(await picture.arrayBuffer())].slice(0, 2),
          [0xff, 0xd8],
        );
        const live = await a.fetch(`${streams}/yard/live.mjpeg`);
        assert.match(live.headers.get("content-type")!, /^multipart\/x-mixed-replace/);
        const reader = live.body!.getReader();
        assert.ok((await reader.read()).value!.length > 0);
        await reader.cancel();
      },
    );

    await t.test("an incident comes with its picture, and its clip in ranges", async () => {
      const seen = async () =>
        (await list(a, `${incidents}?type=intrusion`)).data.find(({ snapshot_url: url }) => url);
      await until(async () => (await seen()) !== undefined, { what: "an incident" });
      const { id, box_id: boxId } = (await seen())!;
      assert.equal(boxId, b.boxId);
      const one = await a.get(`${incidents}/${id}`);
      assert.equal(one.body.data.id, id);
      assert.equal((await c.fetch(`${incidents}/${id}/snapshot.jpg`)).status, 200);
      const headers = { range: "bytes=0-99" };
      const clip = () => a.fetch(`${incidents}/${id}/clip.mp4`, { headers });
      await until(async () => (await clip()).status === 206, { what: "the clip" });
      const part = await clip();
      assert.match(part.headers.get("content-range")!, /^bytes 0-99\/\d+$/);
      assert.equal((await part.arrayBuffer()).byteLength, 100);
      assert.equal((await a.get(`${incidents}/${nowhere}`)).status, 404);
    });

    await t.test("a job is found on any box, and an unknown one is not found", async () => {
      const [stream] = (await list(b, `${streams}?site=false`)).data;
      const job = await c.get(`/api/v1/jobs/${stream!.job_id}`);
      assert.deepEqual([job.status, job.body.data.id], [200, stream!.job_id]);
      assert.equal((await a.get(`/api/v1/jobs/${nowhere}`)).body.error!.code, "not_found");
      const jobs = await list(a, "/api/v1/jobs");
      assert.deepEqual(
        jobs.data.map(({ box_id: id }) => id),
        [b.boxId],
      );
    });

    await t.test("robots come once, page by page, and stop from any box", async () => {
      const robots = await list(a, "/api/v1/robots");
      assert.deepEqual([robots.data.length, robots.total], [2, 2]);
      const first = await list(a, "/api/v1/robots?limit=1");
      const cursor = first.next_cursor!;
      const second = await list(b, `/api/v1/robots?limit=1&after=${cursor}`);
      const names = [...first.data, ...second.data].map((each) => Reflect.get(each, "robot_id"));
      assert.deepEqual([names, second.next_cursor], [["lift", "rover"], null]);
      const status = await a.get("/api/v1/robots/lift/status");
      assert.equal(status.body.data.connection.state, "online");
      const stop = await a.post("/api/v1/robots/lift/stop");
      assert.deepEqual([stop.status, stop.headers.get("x-svc-box")], [200, c.boxId]);
      const stops = await Promise.all(
        [a, b, c].map((box) => box.post("/api/v1/robots/rover/stop")),
      );
      assert.deepEqual(
        stops.map(({ status: each }) => each),
        [200, 200, 200],
      );
    });

    await t.test("a cursor of another list, or of none, is refused", async () => {
      const { next_cursor: cursor } = await list(a, "/api/v1/robots?limit=1");
      const broken = [
        "x",
        "c2l0ZTo",
        Buffer.from("site:[1,{}]").toString("base64url"),
        "a".repeat(500),
      ];
      for (const after of broken) {
        const { status, body } = await a.get(`/api/v1/robots?after=${after}`);
        assert.deepEqual([status, body.error!.code], [400, "invalid_query_parameter"], after);
      }
      const { status } = await a.get(`${incidents}?after=${cursor}`);
      assert.equal(status, 400);
      const far = await a.get("/api/v1/jobs?offset=100");
      assert.equal(far.body.error!.param, "offset");
    });

    await t.test(
      "a killed box is named: in lists, and where it could have what was asked for",
      async () => {
        await c.kill();
        const { boxes, data } = await list(a, "/api/v1/robots");
        const silent = boxes.filter(({ state }) => state === "silent").map(({ box_id: id }) => id);
        assert.deepEqual(silent, [c.boxId]);
        assert.ok(data.some((each) => Reflect.get(each, "robot_id") === "rover"));
        const lift = await a.get("/api/v1/robots/lift/status");
        assert.deepEqual([lift.status, lift.body.error!.code], [503, "box_unreachable"]);
        const job = await a.get(`/api/v1/jobs/${nowhere}`);
        assert.deepEqual([job.status, job.body.error!.code], [503, "box_unreachable"]);
      },
    );
  },
);
