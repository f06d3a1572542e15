import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type Appliance, startAppliance } from "../box/appliance.ts";
import { tempDir } from "../box/temp-dir.ts";
import { until } from "../box/wait.ts";
import { type MockCloud, startMockCloud } from "../mock-cloud/mock-cloud.ts";
import { startNats, type TestNats } from "./nats-server.ts";

/** Where a box has its pictures made: at a stand-in, or nowhere. */
export type Reach = MockCloud | "none";

/** Boxes of one fleet, whose jobs they share. */
export interface SharingBoxes {
  nats: TestNats;
  cloud: MockCloud;
  /** Starts a box that reaches `reach`; resolves once it has joined. */
  start(reach: Reach, yaml?: string): Promise<Appliance>;
}

/** Starts a NATS server and a stand-in for model endpoints, for boxes that share jobs. */
export async function sharingBoxes(t: TestContext): Promise<SharingBoxes> {
  const ends: (() => unknown)[] = [];
  // Newest first: the boxes before the servers that they use.
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const later = { after: (end: () => unknown) => ends.push(end) } as Pick<TestContext, "after">;
  const nats = await startNats(later);
  const cloud = await startMockCloud();
  ends.push(() => cloud.stop());
  const dir = await tempDir(t);
  const keyFile = join(dir, "cloud.key");
  await writeFile(keyFile, `${cloud.key}\n`, { mode: 0o600 });
  return {
    nats,
    cloud,
    async start(reach, yaml = "") {
      const box = await startAppliance({
        yaml: `
fleet: { name: test, voters: 1, servers: ["${nats.url}"], share_health_jobs: true }
${reach === "none" ? "" : uplinkTo(reach, keyFile)}
${yaml}`,
      });
      ends.push(() => box.stop());
      await until(async () => (await fleetOf(box)).state === "joined", { what: "the fleet" });
      return box;
    },
  };
}

/** The fleet as the box shows it. */
export async function fleetOf(box: Appliance) {
  return (await box.get("/api/v1/system")).body.data.fleet;
}

/** Submits a picture; returns the job's id. */
export async function submitPicture(box: Appliance, prompt: string): Promise<string> {
  const answer = await box.post("/api/v1/images/generations", { prompt });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.job_id;
}

/** The job as its box shows it, with its diagnostics. */
export async function jobOf(box: Appliance, id: string) {
  return (await box.get(`/api/v1/jobs/${id}?expand=diagnostics`)).body.data;
}

/** Waits for the end of the job. */
export async function endOf(box: Appliance, id: string) {
  const isOver = async () =>
    ["completed", "failed", "cancelled"].includes((await jobOf(box, id))?.status);
  await until(isOver, { what: `the end of ${id}`, deadlineMs: 90_000 });
  return await jobOf(box, id);
}

/** Waits until the box knows that another one has an endpoint. */
export async function untilShared(box: Appliance): Promise<void> {
  const probe = async () => {
    const { status, body } = await box.post("/api/v1/images/generations", { prompt: "A probe" });
    if (status !== 202) return false;
    await endOf(box, body.data.job_id);
    return true;
  };
  await until(probe, { what: "an endpoint elsewhere" });
}

/** The value of a metric of the box with these labels; 0 where it has none. */
export async function metricOf(box: Appliance, line: string): Promise<number> {
  const text = await (await box.fetch("/metrics")).text();
  const found = text.split("\n").find((each) => each.startsWith(`${line} `));
  return Number(found?.split(" ").at(-1) ?? 0);
}

function uplinkTo({ baseUrls }: MockCloud, keyFile: string): string {
  return `uplink:
  endpoints:
    - { name: cloud, kind: openai-compatible, url: "${baseUrls.compatible}", key_file: ${keyFile}, data: [media, clinical, health] }
  routes:
    image: [{ endpoint: cloud, model: gpt-image-1 }]
    text: [{ endpoint: cloud, model: gpt-5-mini }]
    vision: [{ endpoint: cloud, model: gpt-5-mini }]`;
}
