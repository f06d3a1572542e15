import assert from "node:assert/strict";
import type { Appliance, Envelope } from "../box/appliance.ts";
import { until } from "../box/wait.ts";
import { backupEnded, endRuns, forgetWebhook } from "./between-languages.ts";

/** The box of the examples, and the variables of their shell. */
export interface ExamplesSite {
  box: Appliance;
  variables: Record<string, string>;
}

/** A job that has made a picture. */
export async function picture(box: Appliance, more: object = {}): Promise<Envelope["data"]> {
  const body = { prompt: "Umbrellas", ...more };
  const { data } = (await box.post("/api/v1/images/generations", body)).body;
  return (await box.get(`/api/v1/jobs/${data.job_id}?wait_for_completion=true`)).body.data;
}

/** The newest incident of the camera `gate`, as a list or an event has it. */
async function incident(box: Appliance): Promise<Envelope["data"]> {
  let found: Envelope["data"];
  await until(async () => {
    const { data } = (await box.get("/api/v1/surveillance/incidents?stream_id=gate")).body;
    found = data.data.find(
      ({ snapshot_url: url }: { snapshot_url: string | null }) => url !== null,
    );
    return found !== undefined;
  });
  return found;
}

/** Ends the stream, so that its name is free for the next example that takes it. */
const free =
  (name: string) =>
  async ({ box }: ExamplesSite): Promise<void> => {
    await box.fetch(`/api/v1/surveillance/streams/${name}`, { method: "DELETE" });
  };

const online =
  (robot: string) =>
  async ({ box }: ExamplesSite): Promise<void> => {
    const path = `/api/v1/robots/${robot}/status`;
    await until(async () => (await box.get(path)).body.status === "online", { what: robot });
  };

async function firstPicture({ box }: ExamplesSite): Promise<void> {
  const path = "/api/v1/surveillance/streams/gate/snapshot.jpg";
  await until(async () => (await box.fetch(path)).status === 200, { what: "the first picture" });
}

async function recordedIncident({ box, variables }: ExamplesSite): Promise<void> {
  // The newest may be of the first moments of its stream, before the recording began.
  await again(box);
  const isThere = async (): Promise<boolean> => {
    const id = (variables["ID"] = (await incident(box)).id as string);
    return (await box.fetch(`/api/v1/surveillance/incidents/${id}/clip.mp4`)).status === 200;
  };
  await until(isThere, { what: "an incident with its clip" });
}

/** The stream `gate` with its behaviors begun again, and without a cooldown. */
export async function again(box: Appliance): Promise<void> {
  const path = "/api/v1/surveillance/streams/gate";
  const { behaviors } = (await box.get(path)).body.data;
  for (const body of [
    { behaviors: [], alerts: { min_severity: "info", cooldown_seconds: 0 } },
    { behaviors },
  ]) {
    const headers = { "content-type": "application/json" };
    const sent = { method: "PATCH", headers, body: JSON.stringify(body) };
    assert.equal((await box.fetch(path, sent)).status, 200);
  }
}

/** What an example needs before it runs. */
interface Arrangement {
  page: string;
  begins: string;
  arrange(site: ExamplesSite): Promise<unknown>;
  /** Also before the same example in the next language. */
  isRepeated?: boolean;
}

/** What has to be there before an example, by page and the beginning of its text. */
export const arrangements: readonly Arrangement[] = [
  {
    page: "integration/api.md",
    begins: "curl -s $URL/api/v1/surveillance/streams/gate/snapshot.jpg",
    arrange: firstPicture,
  },
  {
    page: "integration/api.md",
    begins: "curl -s $URL/api/v1/robots/rover/command",
    // In place of the example's `sleep 1`.
    arrange: online("rover"),
  },
  {
    page: "cameras/first-camera.md",
    begins: "curl -s $URL/api/v1/surveillance/streams -H",
    arrange: free("gate"),
    isRepeated: true,
  },
  {
    page: "../README.md",
    begins: 'curl -H "Authorization: Bearer $KEY"',
    arrange: free("gate"),
    isRepeated: true,
  },
  {
    page: "integration/api.md",
    begins: "curl -s $URL/api/v1/webhooks",
    arrange: ({ box }) => forgetWebhook(box, ""),
    isRepeated: true,
  },
  {
    page: "integration/webhooks.md",
    begins: "curl -s $URL/api/v1/webhooks",
    arrange: ({ box }) => forgetWebhook(box, "/guards"),
    isRepeated: true,
  },
  {
    page: "install/demo.md",
    begins: "curl -s $URL/api/v1/robots/run",
    arrange: ({ box }) => endRuns(box),
    isRepeated: true,
  },
  {
    page: "operations/backup.md",
    begins: "curl -s -X POST",
    arrange: ({ box }) => backupEnded(box),
    isRepeated: true,
  },
  {
    page: "robots/runs.md",
    begins: "POST /api/v1/robots/run",
    arrange: ({ box }) => endRuns(box),
    isRepeated: true,
  },
  {
    page: "cameras/recording.md",
    begins: "curl -s $URL/api/v1/surveillance/incidents/$ID/evidence",
    arrange: recordedIncident,
  },
];
