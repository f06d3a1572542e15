import assert from "node:assert/strict";
import { suite, test } from "node:test";
import sharp from "sharp";
import type { Appliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { assertOneEndEach } from "../../support/jobs/ends.ts";
import { noNats } from "../../support/fleet/nats-server.ts";
import {
  endOf,
  metricOf,
  sharingBoxes,
  submitPicture,
  untilShared,
} from "../../support/fleet/sharing-boxes.ts";
import { type MockCloud, startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";

const red = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#c00" } })
  .jpeg()
  .toBuffer();

const here = (box: Appliance) => metricOf(box, 'gatehouse_fleet_jobs{place="here"}');

/** A taker keeps a job until its owner has the result. */
const untilIdle = async (box: Appliance): Promise<void> =>
  await until(async () => (await here(box)) === 0, { what: "the end of the probe at the taker" });

/** Requests for pictures, with that of the probe. */
const pictures = ({ cloud }: { cloud: MockCloud }) =>
  cloud.requests.filter(({ kind }) => kind === "image").length;

suite("Shared jobs", { skip: noNats }, () => {
  test("a box with an endpoint does the pictures of a box without one", async (t) => {
    const site = await sharingBoxes(t);
    const able = await site.start(site.cloud);
    const plain = await site.start("none");
    const make = () =>
      plain.post("/api/v1/images/generations", {
        prompt: "An umbrella",
        output: { aspect_ratio: "1:1" },
        reference_images: [red.toString("base64")],
      });
    await until(async () => (await make()).status === 202, { what: "the other's endpoint" });
    const { body } = await make();
    const job = await endOf(plain, body.data.job_id);
    assert.equal(job.status, "completed", JSON.stringify(job));
    assert.ok(job.payload.image_url.startsWith(plain.url), "the owner has the picture");
    assert.equal((await fetch(job.payload.image_url)).headers.get("content-type"), "image/png");
    assert.equal(job.expanded.diagnostics.routing.endpoint, "cloud");
    assert.equal(typeof job.expanded.diagnostics.box, "string");
    assert.equal(site.cloud.requests.at(-1)!.pictures.length, 1, "with the picture of the request");
    const step = (name: string) => `gatehouse_fleet_jobs_total{step="${name}"}`;
    await until(async () => (await metricOf(plain, step("returned"))) === 2);
    assert.equal(await metricOf(able, step("taken")), 2);
    assert.equal(await metricOf(plain, step("lost")), 0);
    await until(async () => (await here(able)) === 0, { what: "the end at the taker" });
    const text = "Subjective: no cough since Monday.\nPlan: come back in a week.";
    const notes = await plain.post("/api/v1/clinical/notes", { text });
    assert.equal(notes.status, 202, JSON.stringify(notes.body));
    const note = await endOf(plain, notes.body.data.job_id);
    assert.equal(note.status, "completed", JSON.stringify(note));
    assert.ok(note.payload.output.narrative, "the other box has the endpoint for the narrative");
    assert.deepEqual(note.payload.missing, []);
  });

  test("a box whose uplink is out leaves its pictures to another", async (t) => {
    const site = await sharingBoxes(t);
    const away = await startMockCloud();
    await away.stop();
    const cut = await site.start(away);
    const able = await site.start(site.cloud);
    const job = await endOf(cut, await submitPicture(cut, "An umbrella"));
    assert.equal(job.status, "completed", JSON.stringify(job));
    assert.equal(pictures(site), 1);
    assert.equal(await metricOf(able, 'gatehouse_fleet_jobs_total{step="taken"}'), 1);
  });

  test("when the taker is killed, another box does the job; a cancel reaches the taker", async (t) => {
    const site = await sharingBoxes(t);
    const plain = await site.start("none");
    const ables = [await site.start(site.cloud), await site.start(site.cloud)];
    await untilShared(plain);
    for (const each of ables) await untilIdle(each);
    site.cloud.misbehave({ what: "hold", on: "image", times: 10 });
    const id = await submitPicture(plain, "An umbrella");
    await until(() => pictures(site) === 2, { what: "the request of the taker" });
    const [first, second] = (await here(ables[0]!)) === 1 ? ables : ables.toReversed();
    await first!.kill();
    await until(() => pictures(site) === 3, { what: "the request of the other" });
    assert.equal(await here(second!), 1);
    const dropped = await submitPicture(plain, "A boat");
    await until(() => pictures(site) === 4, { what: "the second job's request" });
    await plain.post(`/api/v1/jobs/${dropped}/cancel`);
    await until(async () => (await here(second!)) === 1, { what: "the cancel at the taker" });
    assert.equal((await endOf(plain, dropped)).status, "cancelled");
    site.cloud.release();
    const job = await endOf(plain, id);
    assert.equal(job.status, "completed", JSON.stringify(job));
    const [lost, done] = job.expanded.diagnostics.attempts;
    assert.deepEqual([lost.error_code, done.outcome], ["lease_lost", "completed"]);
    await plain.terminate();
    await assertOneEndEach(plain.dataDir, [id]);
  });

  test("an owner that is killed gets the result when it is back, or the job is done again", async (t) => {
    const site = await sharingBoxes(t);
    const plain = await site.start("none");
    const able = await site.start(site.cloud);
    await untilShared(plain);
    await untilIdle(able);
    site.cloud.misbehave({ what: "hold", on: "image", times: 1 });
    const id = await submitPicture(plain, "An umbrella");
    await until(() => pictures(site) === 2, { what: "the request of the taker" });
    await plain.kill();
    site.cloud.release();
    assert.equal(await here(able), 1);
    await plain.restart();
    const job = await endOf(plain, id);
    assert.equal(job.status, "completed", JSON.stringify(job));
    await plain.terminate();
    await assertOneEndEach(plain.dataDir, [id]);
    t.diagnostic(`requests to the endpoint: ${pictures(site) - 1}`);
  });

  test("a NATS server that loses its disk loses no job", async (t) => {
    const site = await sharingBoxes(t);
    const plain = await site.start("none");
    await site.start(site.cloud);
    await untilShared(plain);
    site.cloud.misbehave({ what: "hold", on: "image", times: 1 });
    const ids = [await submitPicture(plain, "An umbrella")];
    await until(() => pictures(site) === 2, { what: "the request of the taker" });
    await site.nats.kill();
    await site.nats.wipe();
    ids.push(await submitPicture(plain, "A boat"));
    await site.nats.start();
    site.cloud.release();
    for (const id of ids) {
      const job = await endOf(plain, id);
      assert.equal(job.status, "completed", JSON.stringify(job));
    }
    await plain.terminate();
    await assertOneEndEach(plain.dataDir, ids);
  });
});
