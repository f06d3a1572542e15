import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  type Appliance,
  type Envelope,
  repoDir,
  startAppliance,
} from "../support/box/appliance.ts";
import { until } from "../support/box/wait.ts";

const kills = 3;
/** Of each kind between two kills. */
const mostPerKill = 6;
const secret = "a secret of eight or more";

/** One of a list; where its name stands differs by kind. */
interface Listed {
  id?: string;
  name?: string;
  description?: string;
  text?: string;
  robot_id?: string;
  rule_id?: string;
}

/** One kind of thing that a request makes. */
interface Kind {
  /** Where it is asked for; with PUT the name belongs to the address. */
  path: string;
  body: (name: string) => object;
  method?: "PUT";
  /** What is there, where `path` lists nothing. */
  listed?: () => Promise<Listed[]>;
}

/** What is made, each with a name of its own. */
const kinds: Kind[] = [
  { path: "/api/v1/surveillance/policies", body: (n) => ({ name: n, type: "intrusion" }) },
  {
    path: "/api/v1/webhooks",
    body: (n) => ({ endpoint_url: `https://127.0.0.1:9/${n}`, description: n, secret }),
  },
  {
    path: "/api/v1/voice/agents",
    body: (n) => ({ name: n, voice_id: "espeak:en-gb", system_prompt: "Be brief." }),
  },
  { path: "/api/v1/keys", body: (n) => ({ name: n, preset: "viewer" }) },
  {
    method: "PUT",
    path: "/api/v1/robots",
    body: (name) => ({ name, driver: "sim", max_speed_mps: 0.5 }),
  },
  {
    method: "PUT",
    path: "/api/v1/rules",
    body: (name) => ({
      name,
      on: { type: "intrusion" },
      do: [{ type: "alert", severity: "info" }],
    }),
  },
];

const demo = join(repoDir, "src/system/demo");
let box: Appliance;
/** Names whose request was answered, with the id of what was made. */
const made = new Map<string, string>();

before(async () => {
  const media = `media_dirs: [${demo}]`;
  const limits = "limits: { creates_per_minute: 1000000, reads_per_minute: 1000000 }";
  const webhooks = "webhooks: { allowed_networks: [127.0.0.0/8] }";
  box = await startAppliance({
    yaml: `${limits}\n${media}\n${webhooks}\nsafe_mode: { after_crashes: 0 }`,
  });
  await box.post("/api/v1/surveillance/streams", {
    stream_id: "gate",
    model: "motion",
    source: { type: "file", url: join(demo, "scene.mp4") },
    context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
    behaviors: [{ type: "intrusion", zone: "all" }],
  });
  const incidents = "/api/v1/surveillance/incidents";
  let id: string | undefined;
  await until(
    async () => {
      id = (await box.get(`${incidents}?limit=1`)).body.data.data[0]?.id;
      return id !== undefined;
    },
    { what: "an incident", deadlineMs: 60_000 },
  );
  kinds.push({
    path: `${incidents}/${id}/notes`,
    body: (name) => ({ text: name }),
    listed: async () => (await box.get(`${incidents}/${id}`)).body.data.notes,
  });
});
after(() => box.stop());

async function create(at: number, name: string): Promise<void> {
  const { path, body, method = "POST" } = kinds[at]!;
  const answer = await box.fetch(method === "PUT" ? `${path}/${name}` : path, {
    method,
    headers: { "content-type": "application/json", "idempotency-key": name },
    body: JSON.stringify(body(name)),
  });
  const json = (await answer.json()) as Envelope;
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(json)}`);
  const { id, robot_id: robotId, rule_id: ruleId } = json.data;
  made.set(name, id ?? robotId ?? ruleId);
}

/** Makes one after the other until the connection breaks. */
async function makeUntilCrash(at: number, round: number): Promise<string[]> {
  for (let n = 0; n < mostPerKill; n += 1) {
    const name = `k${at}-r${round}-${n}`;
    try {
      await create(at, name);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return [name];
    }
  }
  return [];
}

test("nothing that was asked for under an Idempotency-Key is doubled or lost over kills", async () => {
  for (let round = 0; round < kills; round += 1) {
    const before = made.size;
    const lanes = kinds.map((_, at) => makeUntilCrash(at, round));
    await until(() => made.size >= before + 5 + round, { what: "load", deadlineMs: 30_000 });
    await box.kill();
    const unanswered = (await Promise.all(lanes)).flat();
    await box.restart();
    for (const name of unanswered) await create(Number(name[1]), name);
  }
  const first = new Map(made);
  for (const [name, id] of first) {
    await create(Number(name[1]), name);
    assert.equal(made.get(name), id, name);
  }
  for (const [at, { path, listed }] of kinds.entries()) {
    const all = await (listed?.() ?? listAt(path));
    const names = all.map(nameOf).filter((name) => /^k\d-/.test(name));
    const own = [...first.keys()].filter((name) => name.startsWith(`k${at}-`));
    assert.ok(own.length > 0, path);
    assert.deepEqual(names.toSorted(), own.toSorted(), path);
  }
});

const nameOf = ({ text, description, rule_id, name, robot_id }: Listed): string =>
  text ?? description ?? rule_id ?? name ?? robot_id ?? "";

/** Everything that `path` lists. */
async function listAt(path: string): Promise<Listed[]> {
  const { data } = (await box.get(`${path}?limit=100`)).body;
  return data.data ?? data;
}
