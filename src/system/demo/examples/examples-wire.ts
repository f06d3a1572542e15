import { randomBytes } from "node:crypto";
import { obstacleFreeRound } from "../demo-site.ts";
import type { BoxApi } from "./box-api-wire.ts";
import { drawnLogo } from "./logo.ts";
import { medicalBodies } from "./medical-wire.ts";

/** What an example may ask of the box. */
export interface ExampleSite {
  /** Address that takes webhooks; without it there is no webhook. */
  receiverUrl?: string | undefined;
  /** True when pictures and texts come from the stand-in, so that they cost nothing. */
  hasStandIn: boolean;
}

/** An example of one area. It leaves alone what a visitor made, and what a former start made. */
export interface Example {
  area: string;
  needsStandIn?: boolean;
  make(api: BoxApi, site: ExampleSite): Promise<void>;
}

const said = "Example of the demo";
const scout = "demo-scout";

/** One example for each list of the page that would be empty otherwise, in the order in which they are made. */
export const examples: readonly Example[] = [
  { area: "policy", make: makePolicy },
  { area: "webhook", make: makeWebhook },
  { area: "people", make: makePeople },
  { area: "robot zones", make: makeZones },
  { area: "robot runs", make: makeRuns },
  { area: "voice agent", make: makeVoiceAgent },
  { area: "brand", needsStandIn: true, make: makeBrand },
  { area: "avatar", needsStandIn: true, make: makeAvatar },
  { area: "medical analyses", needsStandIn: true, make: makeAnalyses },
  { area: "doctor", make: (api) => api.post("/api/v1/system/doctor/run", {}) },
  { area: "backup", make: makeBackup },
];

async function makePolicy(api: BoxApi): Promise<void> {
  const path = "/api/v1/surveillance/policies";
  if ((await api.list(path)).length > 0) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  await api.post(path, {
    name: "Somebody stays in the parking area at night",
    type: "loitering",
    condition: { zone: "parking", seconds: 30, classes: ["person"] },
    action: { severity: "warning", cooldown_seconds: 300 },
    schedule: { time_zone: timeZone, windows: [{ from: "22:00", to: "06:00" }] },
    modes: ["armed"],
  });
}

/** The stand-in takes another port at each start: the webhook of a former start gives way. */
async function makeWebhook(api: BoxApi, { receiverUrl }: ExampleSite): Promise<void> {
  if (receiverUrl === undefined) return;
  const path = "/api/v1/webhooks";
  type Webhook = { id: string; endpoint_url: string; description: string | null };
  const all = await api.list<Webhook>(path);
  if (all.some(({ endpoint_url: url }) => url === receiverUrl)) return;
  const former = all.filter(({ description }) => description === said);
  for (const { id } of former) await api.remove(`${path}/${id}`);
  if (all.length > former.length) return;
  await api.post(path, {
    endpoint_url: receiverUrl,
    secret: randomBytes(24).toString("base64url"),
    events: ["job.completed", "job.failed", "incident.created", "robot.command"],
    description: said,
  });
}

/** Nobody knows the person's password: nobody can sign in with it. */
async function makePeople(api: BoxApi): Promise<void> {
  const { total } = await api.get<{ total: number }>("/api/v1/people");
  if (total > 0) return;
  await api.post("/api/v1/people", {
    name: "Robin (example)",
    password: randomBytes(24).toString("base64url"),
    role: "operator",
  });
  await api.post("/api/v1/people/invitations", { role: "viewer", name: "Kim (example)" });
}

async function makeZones(api: BoxApi): Promise<void> {
  const path = "/api/v1/robots/zones";
  if ((await api.list(path)).length > 0) return;
  const zone = { frame: "map", polygon: obstacleFreeRound };
  await api.post(path, { zones: [{ name: "Round of the yard", type: "patrol", ...zone }] });
}

/** The scout patrols once; the rover's rule needs the rover, so its run is a plan only. */
async function makeRuns(api: BoxApi): Promise<void> {
  const planned = { robot_id: "demo-rover", task: "patrol", laps: 1, dry_run: true };
  const driven = { robot_id: scout, task: "patrol", laps: 1 };
  for (const body of [planned, driven]) {
    const list = `/api/v1/jobs?type=robot.run&robot_id=${body.robot_id}`;
    if ((await api.list(list)).length === 0) await api.post("/api/v1/robots/run", body);
  }
}

async function makeVoiceAgent(api: BoxApi): Promise<void> {
  const path = "/api/v1/voice/agents";
  if ((await api.list(path)).length > 0) return;
  const { id } = await api.post<{ id: string }>(path, {
    name: "Gate guide",
    voice_id: "espeak:en-gb",
    system_prompt: "You answer visitors at the gate: opening hours, where to park, whom to call.",
    language: "en-GB",
    greeting: "Welcome to the demo site. How can I help you?",
  });
  await api.post(`${path}/${id}/preview`, {});
  const session = await api.post<{ id: string }>("/api/v1/voice/sessions", {
    agent_id: id,
    provider: "livekit",
  });
  const summary = "Example of the demo: nobody spoke.";
  await api.post(`/api/v1/voice/sessions/${session.id}/complete`, { summary });
}

async function makeBrand(api: BoxApi): Promise<void> {
  if ((await api.list("/api/v1/brands")).length > 0) return;
  const logoBase64 = (await drawnLogo()).toString("base64");
  await api.job("/api/v1/brands/extract", { name: "Umbrella stall (example)", logoBase64 });
}

async function makeAvatar(api: BoxApi): Promise<void> {
  if ((await api.list("/api/v1/avatars")).length > 0) return;
  const prompt = "A guide in a green jacket, drawn";
  const id = await api.job("/api/v1/avatars/generate", { prompt });
  await api.post("/api/v1/avatars/save", { label: "Gate guide", job_id: id });
}

async function makeAnalyses(api: BoxApi): Promise<void> {
  if ((await api.list("/api/v1/jobs?type=clinical.risk")).length > 0) return;
  for (const { path, body } of await medicalBodies()) await api.post(path, body);
}

async function makeBackup(api: BoxApi): Promise<void> {
  const path = "/api/v1/system/backups";
  const { backups } = await api.get<{ backups: readonly unknown[] }>(path);
  if (backups.length === 0) await api.post(path, {});
}
