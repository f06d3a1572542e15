import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { StoreKey } from "../../../src/base/core/store.ts";
import { uuidv7 } from "../../../src/base/core/ids.ts";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import { putIncident } from "../../../src/perception/incidents/incident-store.ts";
import { type InProcessAppliance, startInProcess } from "../../support/box/appliance-in-process.ts";
import { Receiver, siteCa } from "../../support/notifications/https-receiver.ts";
import { storeBrand } from "../../support/media/make-brands.ts";
import { testSecret } from "../../support/notifications/make-webhooks.ts";
import { type MockCloud, startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";

/** Routes whose work is done each time that they are asked, and makes nothing. */
const repeated = new Set([
  "/api/v1/surveillance/models",
  "/api/v1/surveillance/models/{name}/pull",
  "/api/v1/surveillance/models/{name}/bench",
  // Only one account can have the name; what is kept under a key would hold a fast hash of the password.
  "/api/v1/people",
  // A challenge and a passkey are good once by themselves.
  "/api/v1/session/sign-in-challenge",
  "/api/v1/session/provider",
  "/api/v1/people/me/passkey-challenge",
  "/api/v1/people/me/passkeys",
  "/api/v1/surveillance/incidents/review",
  // Learning works once at a time, and is undone once; a second mark of an object is a second example.
  "/api/v1/surveillance/models/learn",
  "/api/v1/surveillance/models/unlearn",
  "/api/v1/surveillance/streams/{stream_id}/mark-missed-object",
  // Each press holds the picture of its moment; old ones go.
  "/api/v1/surveillance/streams/{stream_id}/hold-picture",
  // The endpoint of a device names it; a test sends each time.
  "/api/v1/push/subscriptions",
  "/api/v1/push/subscriptions/{subscription_id}/test",
  "/api/v1/system/configuration/confirm",
  "/api/v1/surveillance/policies/{policy_id}/replay",
  "/api/v1/surveillance/policies/replay",
  "/api/v1/surveillance/probe",
  "/api/v1/surveillance/discover",
  "/api/v1/surveillance/streams/{stream_id}/ptz",
  // Each viewer has a session of its own, which ends with it.
  "/api/v1/surveillance/streams/{stream_id}/whep",
  "/api/v1/robots/{robot_id}/lease",
  "/api/v1/robots/{robot_id}/stop",
  // What is free stays free: a second request finds nothing to free.
  "/api/v1/robots/{robot_id}/reservations/free",
  // A request during a recording of the robot joins it.
  "/api/v1/robots/{robot_id}/recordings",
  "/api/v1/robots/recordings/{recording_id}/finish",
  // Each request gets an address of its own, which ends by itself.
  "/api/v1/robots/foxglove",
  // A question takes one answer: nothing waits for a second one.
  "/api/v1/robots/runs/{job_id}/answer",
  "/api/v1/system/safe-mode/leave",
  // One backup, check or restore at a time: a second request is refused.
  "/api/v1/system/backups",
  "/api/v1/system/backups/{name}/verify",
  "/api/v1/system/backups/{name}/restore",
  // One upgrade at a time.
  "/api/v1/system/upgrade/install",
  "/api/v1/system/upgrade/rollback",
  "/api/v1/system/doctor/run",
  "/api/v1/system/capacity/run",
  // A conflict ends once, and a key is accepted once: a second request finds none, or changes nothing.
  "/api/v1/fleet/conflicts/{conflict_id}/resolve",
  "/api/v1/fleet/boxes/{box_id}/trust",
  "/api/v1/system/configuration/check",
  // These two take no Idempotency-Key: a page session is opened each time, an event has an id of its own.
  "/api/v1/session",
  "/api/v1/voice/webhooks/realtime",
]);

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
const prompt = { prompt: "a lighthouse at dusk" };
const vitals = { respiratory_rate: 18, spo2_percent: 96, pulse_bpm: 80, systolic_mmhg: 120 };
const target = { target_language: "fr", target_currency: "EUR", target_culture: "Lyon" };
const place = { frame: "map", polygon: [[0, 0], [1, 0], [1, 1]] }; // prettier-ignore

/** What the requests refer to. */
interface CreatedIds {
  [name: string]: string;
}

const walk = { name: "walk", steps: [{ type: "wait", seconds: 1 }] };

/** A request to each creating route: the values of its path, and its body. */
const samples: Readonly<Record<string, (made: CreatedIds) => object | undefined>> = {
  "/api/v1/jobs/{job_id}/cancel": () => undefined,
  "/api/v1/surveillance/streams": () => ({ input: { data: picture } }),
  "/api/v1/voice/agents/{agent_id}/preview": () => ({ text: "Hello" }),
  "/api/v1/robots/run": () => ({ robot_id: "rover", task: "go to x 1 y 1" }),
  "/api/v1/people/invitations": () => ({ role: "viewer" }),
  "/api/v1/brands/extract": () => ({ url: "https://brand.invalid/" }),
  "/api/v1/brands/{brand_id}/project": () => ({ use_case: "A poster" }),
  "/api/v1/campaigns/generate": () => prompt,
  "/api/v1/images/generations": () => prompt,
  "/api/v1/images/campaigns": () => prompt,
  "/api/v1/ads/generate": () => prompt,
  "/api/v1/avatars/generate": () => prompt,
  "/api/v1/campaigns/edit": ({ ad }) => ({ source_job_id: ad, ...prompt }),
  "/api/v1/campaigns/localize-ad": ({ ad }) => ({ source_job_id: ad, ...prompt, ...target }),
  "/api/v1/health/analyze": () => ({ input: { type: "image", data: picture, modality: "x-ray" } }),
  "/api/v1/neural/decode": () => ({
    signal_type: "eeg",
    data: [[0, 1, 2, 3]],
    channel_count: 1,
    sample_rate_hz: 4,
  }),
  "/api/v1/clinical/decision-support": () => ({ vitals }),
  "/api/v1/clinical/medication-check": () => ({ medications: [{ name: "Aspirin" }] }),
  "/api/v1/clinical/notes": () => ({ text: "Cough for three days. Rest advised." }),
  "/api/v1/clinical/adherence": () => ({
    period: { from: "2026-01-01", to: "2026-03-31" },
    medications: [{ name: "Aspirin", fills: [{ date: "2026-01-01", days_supply: 30 }] }],
  }),
  "/api/v1/clinical/risk": () => ({ patients: [{ id: "a", vitals }] }),
  "/api/v1/clinical/scan": () => ({ input: { data: picture, modality: "x-ray" } }),
  "/api/v1/clinical/research": () => ({
    question: "What is it?",
    sources: [{ id: "one", text: "It is that." }],
  }),
  "/api/v1/clinical/wellness": () => ({ who5: [3, 3, 3, 3, 3] }),
  "/api/v1/runs": () => ({
    steps: [{ namespace: "surveillance", method: "analyze", input: { input: { data: picture } } }],
  }),
  "/api/v1/surveillance/incidents/{incident_id}/acknowledge": () => undefined,
  "/api/v1/surveillance/incidents/{incident_id}/notes": () => ({ text: "Seen." }),
  "/api/v1/surveillance/incidents/{incident_id}/verdict": () => ({ verdict: "true_positive" }),
  "/api/v1/surveillance/incidents/{incident_id}/protect": () => undefined,
  "/api/v1/surveillance/incidents/{incident_id}/unprotect": () => undefined,
  "/api/v1/surveillance/incidents/{incident_id}/resolve": () => undefined,
  "/api/v1/surveillance/policies": () => ({ name: "Nobody", type: "intrusion" }),
  "/api/v1/robots/zones": () => ({ zones: [{ name: "a", type: "observe", ...place }] }),
  "/api/v1/robots/maps": () => ({
    name: "Plan",
    frame: "map",
    plan: {
      image: picture,
      points: [
        { image: [0, 0], map: [0, 1] },
        { image: [1, 1], map: [1, 0] },
      ],
    },
  }),
  "/api/v1/robots/places": () => ({
    places: [{ name: "bay", kind: "waiting", frame: "map", x: 0, y: 0 }],
  }),
  "/api/v1/robots/layout": () => ({
    format: "geojson",
    document: { type: "FeatureCollection", features: [] },
  }),
  "/api/v1/robots/corridors": () => ({
    corridors: [
      {
        name: "lane",
        frame: "map",
        points: [
          [0, 0],
          [1, 0],
        ],
      },
    ],
  }),
  "/api/v1/robots/behaviors": () => ({ behaviors: [{ name: "a", type: "intrusion" }] }),
  "/api/v1/robots/actions": () => ({
    actions: [{ name: "a", on: "intrusion", do: [{ type: "alert", severity: "info" }] }],
  }),
  "/api/v1/robots/missions": () => walk,
  "/api/v1/robots/tasks": () => ({ mission: walk }),
  "/api/v1/robots/runs/{job_id}/pause": () => undefined,
  "/api/v1/robots/runs/{job_id}/resume": () => undefined,
  "/api/v1/runs/{run_id}/cancel": () => undefined,
  "/api/v1/robots/{robot_id}/command": () => move,
  "/api/v1/voice/agents": () => agent,
  "/api/v1/voice/sessions": ({ agent_id: id }) => ({ agent_id: id, provider: "livekit" }),
  "/api/v1/voice/sessions/{session_id}/complete": () => ({ summary: "Done." }),
  "/api/v1/keys": () => ({ name: "desk", preset: "viewer" }),
  "/api/v1/keys/{key_id}/roll": () => ({}),
  "/api/v1/avatars/save": ({ avatar }) => ({ job_id: avatar, label: "Anna" }),
  "/api/v1/webhooks": ({ hook }) => ({ endpoint_url: `${hook}/second`, secret: testSecret }),
  "/api/v1/webhooks/{webhook_id}/rotate-secret": () => ({}),
  "/api/v1/webhooks/{webhook_id}/test": () => undefined,
  "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": () => undefined,
  "/api/v1/webhooks/{webhook_id}/recover": () => ({ since: Math.floor(Date.now() / 1000) - 60 }),
};

const move = { command: { command: "move_to", target: { frame: "map", x: 1, y: 0 } } };
const agent = { name: "Anna", voice_id: "espeak:en-gb", system_prompt: "Be brief." };

const isKeptAnswer = (key: StoreKey): boolean =>
  key.some((part) => typeof part === "string" && /^idempotency(-due|-of-job)?$/.test(part));

/** Which things an answer shows: their ids, and how many there are in each list. */
function thingsIn(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) {
    return /(^|[._])id$/.test(at) ? [`${at} ${String(value)}`] : [];
  }
  const length = Array.isArray(value) ? [`${at} has ${value.length}`] : [];
  return [
    ...length,
    ...Object.entries(value).flatMap(([name, one]) => thingsIn(one, `${at}.${name}`)),
  ];
}

interface Envelope {
  object: string;
  status: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  data: any;
  error?: { code: string; message: string };
}

describe("what is made under an Idempotency-Key is made once, whenever the box crashes", () => {
  let box: InProcessAppliance;
  let cloud: MockCloud;
  let dir: string;
  const receiver = new Receiver();
  const made: CreatedIds = {};
  /** Answers that would be kept after the work was done are lost meanwhile. */
  let isCrashing = false;

  const post = async (path: string, body?: unknown, key?: string) => {
    const answer = await fetch(`${box.url}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${box.key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isReplayed = answer.headers.get("idempotent-replayed") === "true";
    return { status: answer.status, isReplayed, json: (await answer.json()) as Envelope };
  };
  const get = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${box.key}` };
    return await (await fetch(`${box.url}${path}`, { headers })).json();
  };
  const create = async (path: string, body?: unknown): Promise<Envelope["data"]> => {
    const { status, json } = await post(path, body);
    assert.ok(status < 300, `${path}: ${JSON.stringify(json.error)}`);
    return json.data;
  };
  const completed = async (path: string): Promise<string> => {
    const { job_id: id } = await create(path, prompt);
    const job = await get(`/api/v1/jobs/${id}?wait_for_completion=true&timeout_seconds=60`);
    assert.equal((job as Envelope).status, "completed");
    return id;
  };

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "gatehouse-once-"));
    cloud = await startMockCloud();
    await writeFile(join(dir, "key"), cloud.key, { mode: 0o600 });
    await writeFile(join(dir, "livekit"), "livekit-secret-of-32-bytes-or-more-1", { mode: 0o600 });
    await receiver.start({ after: () => undefined });
    box = await startInProcess({
      yaml: siteOf(dir, cloud),
      onPuts: (keys) =>
        isCrashing && keys.length > 0 && keys.every(isKeptAnswer) ? "lose" : "keep",
    });
    await arrange();
  });
  after(async () => {
    await box?.stop();
    await receiver.stop();
    await cloud?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function arrange(): Promise<void> {
    made["hook"] = receiver.url();
    made["agent_id"] = (await create("/api/v1/voice/agents", agent)).id;
    const session = { agent_id: made["agent_id"], provider: "livekit" };
    made["session_id"] = (await create("/api/v1/voice/sessions", session)).id;
    made["key_id"] = (await create("/api/v1/keys", { name: "a", preset: "viewer" })).id;
    const hook = { endpoint_url: receiver.url(), secret: testSecret };
    made["webhook_id"] = (await create("/api/v1/webhooks", hook)).id;
    made["delivery_id"] = (await create(`/api/v1/webhooks/${made["webhook_id"]}/test`)).id;
    made["brand_id"] = (await storeBrand(box.store)).id;
    made["robot_id"] = "cart";
    const far = { robot_id: "mule", task: "go to x 500 y 0" };
    made["run_of_mule"] = (await create("/api/v1/robots/run", far)).job_id;
    made["incident_id"] = incident.id;
    await box.store.transact((tx) => putIncident(tx, incident));
    made["ad"] = await completed("/api/v1/ads/generate");
    made["avatar"] = await completed("/api/v1/avatars/generate");
  }

  /** What a route ends or halts. */
  async function jobFor(path: string): Promise<CreatedIds> {
    if (path.includes("/robots/runs/")) return { job_id: made["run_of_mule"]! };
    if (path.includes("{run_id}")) {
      const run = await create("/api/v1/runs", samples["/api/v1/runs"]!(made));
      return { run_id: run.job_id };
    }
    if (!path.includes("{job_id}")) return {};
    return { job_id: (await create("/api/v1/images/generations", prompt)).job_id };
  }

  test("by every route that makes something", async (t) => {
    const document = (await get("/openapi.json")) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const paths = Object.keys(document.paths).filter((path) => "post" in document.paths[path]!);
    assert.ok(paths.length > 50, String(paths.length));
    for (const path of paths.filter((one) => !repeated.has(one))) {
      await t.test(path, async () => {
        const sample = samples[path];
        assert.ok(sample, "a new route needs a request in `samples`, or its reason in `repeated`");
        const values: CreatedIds = { ...made, ...(await jobFor(path)) };
        const url = path.replaceAll(
          /\{(\w+)\}/g,
          (_, name: string) => values[name] ?? `no ${name}`,
        );
        const body = sample(values);
        isCrashing = true;
        const first = await post(url, body, path).finally(() => (isCrashing = false));
        assert.ok(first.status < 300, JSON.stringify(first.json.error));
        const second = await post(url, body, path);
        // What was done already and made nothing may say so.
        if (first.status === 200 && second.json.error?.code === "conflict") return;
        assert.equal(second.status, first.status, JSON.stringify(second.json.error));
        assert.deepEqual(thingsIn(second.json.data), thingsIn(first.json.data));
        const { id, job_id: jobId } = first.json.data;
        const isNew = first.status > 200 && (id ?? jobId) !== undefined;
        if (isNew) assert.ok(second.isReplayed, "the answer is kept with what was made");
      });
    }
  });
});

/** A site that can do everything: a robot, a provider of voices, and an endpoint for all data. */
function siteOf(dir: string, cloud: MockCloud): string {
  const by = (model: string) => [{ endpoint: "cloud", model }];
  const endpoint = {
    name: "cloud",
    kind: "openai",
    url: cloud.baseUrls.openai,
    key_file: join(dir, "key"),
    data: ["media", "brand", "health", "clinical", "neural", "voice", "robot"],
  };
  const image = by("gpt-image-1");
  const text = by("gpt-5-mini");
  const livekit = {
    url: "wss://livekit.invalid",
    api_key: "APIgatehouse",
    api_secret_file: join(dir, "livekit"),
  };
  const site = {
    models: { default: "motion" },
    voice: { livekit },
    webhooks: { allowed_networks: ["127.0.0.0/8"], ca_file: siteCa().caFile },
    robots: ["rover", "mule", "cart"].map((id) => ({ id, driver: "sim", max_speed_mps: 0.5 })),
    health: { triage: true },
    limits: { creates_per_minute: 10_000 },
    uplink: {
      endpoints: [endpoint],
      routes: { image, image_edit: image, text, vision: text },
    },
  };
  // JSON is YAML; the sections stand beside those that the helper writes.
  return Object.entries(site)
    .map(([name, section]) => `${name}: ${JSON.stringify(section)}`)
    .join("\n");
}

const incident: IncidentRecord = {
  v: 1,
  id: uuidv7(Date.now()),
  org: "default",
  streamId: "gate",
  jobId: uuidv7(Date.now()),
  type: "intrusion",
  rule: "intrusion",
  zone: null,
  state: "open",
  severity: "warning",
  classes: ["person"],
  confidence: 0.9,
  trackIds: [1],
  count: 1,
  direction: null,
  startedAtMs: Date.now(),
  openedAtMs: Date.now(),
  lastSeenAtMs: Date.now(),
  resolvedAtMs: null,
  acknowledgedAtMs: null,
  locale: "en",
  summary: "Somebody is there",
  snapshotAssetId: null,
  site: null,
  groupKey: null,
  lastBoxNorm: null,
};
