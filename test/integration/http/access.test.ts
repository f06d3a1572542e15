import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { after, before, describe, test } from "node:test";
import { type Scope, scopes } from "../../../src/base/contract/scopes.ts";
import { storeBrand } from "../../support/media/make-brands.ts";
import { addBareMedia } from "../../support/media/media-rig.ts";
import { rover, yard } from "../../support/robots/make-robots.ts";
import { until } from "../../support/box/wait.ts";
import { incidentId, Rig } from "../../support/http/rig.ts";

interface Described {
  "x-scope"?: Scope;
  security?: unknown[];
  requestBody?: unknown;
}

interface Operation {
  method: string;
  path: string;
  described: Described;
}

const nowhere = "01900000-0000-7000-8000-0000000000ff";

async function operationsOf(rig: Rig): Promise<Operation[]> {
  const { paths } = JSON.parse((await rig.ask("/openapi.json")).text) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      described,
    })),
  );
}

/** Status and error code; event streams and live views are left as soon as they have begun. */
function outcomeOf(
  rig: Rig,
  asked: { method: string; path: string; key: string; body?: unknown },
): Promise<{ status: number; code: string | undefined }> {
  const { method, path, key, body } = asked;
  const { port } = rig.server.address()!;
  const raw = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(raw === undefined ? {} : { "content-type": "application/json" }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const status = response.statusCode!;
      if (status < 400) {
        response.destroy();
        resolve({ status, code: undefined });
        return;
      }
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        const { error } = JSON.parse(text) as { error: { code: string } };
        resolve({ status, code: error.code });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(raw);
  });
}

/** Queries and bodies of routes that need them. */
const queries: Record<string, string> = {
  "/api/v1/surveillance/streams/{stream_id}/preview.jpg": "?at=1",
  "/api/v1/surveillance/streams/{stream_id}/clip.mp4": "?from=1&to=2",
  "/api/v1/surveillance/streams/{stream_id}/time-lapse.mp4": "?from=1&to=2",
};
const bodies: Record<string, object> = {
  "/api/v1/voice/agents/{agent_id}": { name: "B" },
  "/api/v1/voice/sessions/{session_id}/complete": { summary: "a" },
  "/api/v1/brands/{brand_id}/project": { use_case: "flyer" },
  "/api/v1/robots/{robot_id}": { driver: "sim" },
  "/api/v1/robots/maps/{map_id}": { name: "B" },
  "/api/v1/robots/missions/{mission_id}": { name: "B", steps: [{ type: "wait", seconds: 1 }] },
  "/api/v1/robots/runs/{job_id}/answer": { answer: "yes" },
  "/api/v1/robots/tasks/{job_id}": { priority: 60 },
  "/api/v1/robots/{robot_id}/command": { command: { command: "dock" } },
  "/api/v1/surveillance/streams/{stream_id}": { alerts: { cooldown_seconds: 5 } },
  "/api/v1/surveillance/policies/{policy_id}": { enabled: false },
  "/api/v1/surveillance/policies/{policy_id}/replay": { from: 1, to: 2 },
  "/api/v1/surveillance/policies/replay": {
    from: 1,
    to: 2,
    policy: { name: "Trial", type: "intrusion" },
  },
  "/api/v1/surveillance/streams/{stream_id}/ptz": { action: "stop" },
  "/api/v1/surveillance/streams/{stream_id}/hold-picture": {},
  "/api/v1/surveillance/streams/{stream_id}/mark-missed-object": {
    label: "person",
    box: [0, 0, 1, 1],
  },
  "/api/v1/surveillance/incidents/{incident_id}/notes": { text: "a fox" },
  "/api/v1/surveillance/incidents/{incident_id}/verdict": { verdict: null },
  "/api/v1/webhooks/{webhook_id}": { is_active: false },
  "/api/v1/webhooks/{webhook_id}/recover": { since: 1 },
};

/** True for routes whose answers do not depend on the organisation. */
function isOfNoOrganisation(method: string, path: string): boolean {
  // Names of robots, map frames and rules are the caller's own: each organisation may have its rover.
  if (
    method === "PUT" &&
    /^\/api\/v1\/(robots\/\{robot_id|robots\/frames\/\{frame|rules\/\{rule_id)\}$/.test(path)
  )
    return true;
  // Their body is a session description, which is read before the stream is looked up.
  if (method !== "DELETE" && path.includes("/whep")) return true;
  // Backups are of the whole box, for the organisation of the site alone.
  if (path.startsWith("/api/v1/system/backups/")) return true;
  // Models belong to the box. Notifications are switched off here, which is said first.
  return path.startsWith("/api/v1/surveillance/models/") || path.startsWith("/api/v1/push/");
}

describe("who may do what", () => {
  const rig = new Rig({
    quotas: { readsPerMinute: 100_000, createsPerMinute: 100_000, readersPerKey: 1000 },
  });
  before(async () => {
    await addBareMedia(rig);
    await rig.start();
  });
  after(() => rig.stop());

  test("each route opens to its own scope and to no other one", async () => {
    const operations = await operationsOf(rig);
    assert.ok(operations.length > 30);
    const guarded = operations.filter(({ described }) => described["x-scope"] !== undefined);
    const keyOf = async (of: (scope: Scope) => Scope[]) =>
      new Map(
        await Promise.all(scopes.map(async (each) => [each, await rig.newKey(of(each))] as const)),
      );
    const own = await keyOf((scope) => [scope]);
    const others = await keyOf((scope) => scopes.filter((each) => each !== scope));
    for (const { method, path, described } of guarded) {
      // Models belong to the box, and to no organisation.
      if (path.startsWith("/api/v1/surveillance/models/")) continue;
      // Notifications are switched off here, which is said first.
      if (path.startsWith("/api/v1/push/")) continue;
      const scope = described["x-scope"]!;
      const real = path.replaceAll(/\{\w+\}/g, nowhere);
      const refused = await outcomeOf(rig, { method, path: real, key: others.get(scope)! });
      const what = `${method} ${path} with all scopes but ${scope}`;
      assert.deepEqual(refused, { status: 403, code: "insufficient_scope" }, what);
      const { status, code } = await outcomeOf(rig, { method, path: real, key: own.get(scope)! });
      const answer = `${method} ${path} with ${scope}: ${status} ${code}`;
      assert.notEqual(code, "insufficient_scope", answer);
      assert.notEqual(status, 401, answer);
    }
  });

  test("routes without a scope are few, and only those without a key are open to all", async () => {
    const operations = await operationsOf(rig);
    const names = (all: Operation[]): string[] =>
      all.map(({ method, path }) => `${method} ${path}`).toSorted();
    const isPublic = ({ described }: Operation): boolean => described.security?.length === 0;
    const anyKey = operations.filter(
      (each) => each.described["x-scope"] === undefined && !isPublic(each),
    );
    assert.deepEqual(names(anyKey), [
      "DELETE /api/v1/page-sessions/{page_session_id}",
      "DELETE /api/v1/people/me/passkeys/{passkey_id}",
      "DELETE /api/v1/session",
      "GET /api/v1/page-sessions",
      "GET /api/v1/people/me",
      "GET /api/v1/session",
      "GET /openapi.json",
      "GET /postman.json",
      "POST /api/v1/people/me/passkey-challenge",
      "POST /api/v1/people/me/passkeys",
      "PUT /api/v1/people/me/password",
    ]);
    for (const name of names(operations.filter(isPublic))) {
      assert.match(
        name,
        /^(GET \/(healthz|readyz|docs\/reference|api\/v1\/(assets\/\{file\}|session\/methods))|POST \/api\/v1\/(session|session\/(sign-in-challenge|provider)|voice\/webhooks\/realtime))$/,
      );
    }
    for (const { method, path, described } of operations) {
      if (isPublic({ method, path, described })) continue;
      const answer = await rig.ask(path.replaceAll(/\{\w+\}/g, nowhere), { method, key: null });
      const { code } = answer.json.error;
      assert.deepEqual([answer.status, code], [401, "missing_authorization_header"], path);
    }
  });

  test("of two organisations each finds every id of the other to be 404", async () => {
    const made = await rig.post("/api/v1/surveillance/streams", { stream_id: "mine" });
    const jobId = made.json.data.job_id as string;
    const key = await rig.keys.create({ org: "default", name: "mine", preset: "viewer" });
    const hook = await rig.post("/api/v1/webhooks", {
      endpoint_url: "https://hooks.example.org/a",
      secret: "long enough a secret",
    });
    assert.equal(hook.status, 201);
    const policy = await rig.post("/api/v1/surveillance/policies", {
      name: "Night",
      type: "intrusion",
    });
    assert.equal(policy.status, 201);
    await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
    await until(async () => (await rig.ask("/api/v1/robots/rover")).json.status === "online");
    const sent = await rig.post("/api/v1/robots/rover/command", {
      command: { command: "pause" },
    });
    const stored = async (kind: string, item: object): Promise<string> => {
      const answer = await rig.post(`/api/v1/robots/${kind}`, { [kind]: [item] });
      return answer.json.data.data[0].id as string;
    };
    const pause = { type: "command", robot_id: "rover", command: { command: "pause" } };
    await rig.ask("/api/v1/rules/night", {
      method: "PUT",
      body: { on: { type: "intrusion" }, do: [pause] },
    });
    rig.incidents.see();
    await until(() => rig.rules.chains("default").length === 1);
    const brand = await storeBrand(rig.store);
    const picture = { org: "default", bytes: Buffer.from("x"), mime: "image/png", ext: "png" };
    const asset = { ...picture, class: "generated", expiresAtMs: null };
    const { id: assetId } = await rig.assets.put(asset);
    const avatar = await rig.post("/api/v1/avatars/save", {
      image_url: rig.assets.url("default", assetId),
      label: "Mate",
    });
    const agent = await rig.post("/api/v1/voice/agents", {
      name: "A",
      voice_id: "espeak:en-gb",
      system_prompt: "x",
    });
    const session = await rig.post("/api/v1/voice/sessions", {
      agent_id: agent.json.data.id as string,
      provider: "livekit",
    });
    const run = await rig.post("/api/v1/runs", {
      steps: [{ namespace: "surveillance", method: "analyze", input: { stream_id: "of-a-run" } }],
    });
    assert.equal(run.status, 202);
    const person = await rig.post("/api/v1/people", {
      name: "Mine",
      password: "a long enough one",
      role: "viewer",
    });
    const invitation = await rig.post("/api/v1/people/invitations", { role: "viewer" });
    const page = await rig.sessions.signIn(key.token);
    const recording = await rig.post("/api/v1/robots/rover/recordings", {});
    assert.equal(recording.status, 200, JSON.stringify(recording.json));
    const map = await rig.post("/api/v1/robots/maps", {
      name: "Hall",
      frame: "map",
      grid: {
        yaml: "image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.2\nnegate: 0\n",
        image: Buffer.from("P2 2 1 255 254 254").toString("base64"),
      },
    });
    assert.equal(map.status, 200, JSON.stringify(map.json));
    const steps = [{ type: "wait", seconds: 1 }];
    const mission = await rig.post("/api/v1/robots/missions", { name: "A", steps });
    const ends = { parent: "site", x: 0, y: 0, yaw: 0 };
    await rig.ask("/api/v1/robots/frames/hall", { method: "PUT", body: ends });
    const ids: Record<string, string> = {
      map_id: map.json.data.id as string,
      recording_id: recording.json.data.id as string,
      mission_id: mission.json.data.id as string,
      frame: "hall",
      place_id: await stored("places", { name: "A", kind: "home", frame: "site", x: 1, y: 1 }),
      corridor_id: await stored("corridors", {
        name: "A",
        frame: "site",
        points: [
          [0, 0],
          [1, 1],
        ],
      }),
      passkey_id: "unknown",
      person_id: person.json.data.id as string,
      invitation_id: invitation.json.data.id as string,
      page_session_id: page.publicId,
      run_id: run.json.data.job_id as string,
      avatar_id: avatar.json.data.id as string,
      brand_id: brand.id,
      rule_id: "night",
      chain_id: rig.rules.chains("default")[0]!.id,
      robot_id: "rover",
      command_id: sent.json.data.command_id as string,
      zone_id: await stored("zones", { name: "A", type: "patrol", frame: "map", polygon: yard }),
      behavior_id: await stored("behaviors", { name: "A", type: "intrusion" }),
      action_id: await stored("actions", {
        name: "A",
        on: "intrusion",
        do: [{ type: "alert", severity: "info" }],
      }),
      policy_id: policy.json.data.id as string,
      job_id: jobId,
      key_id: key.key.id,
      stream_id: "gate",
      incident_id: incidentId,
      webhook_id: hook.json.data.id as string,
      agent_id: agent.json.data.id as string,
      session_id: session.json.data.id as string,
      delivery_id: `dlv_svc_${nowhere}`,
      miss_id: nowhere,
      subscription_id: nowhere,
    };
    const theirs = await rig.newKey(scopes, "acme");
    const operations = (await operationsOf(rig)).filter(
      ({ path }) => path.includes("{") && !path.includes("{file}"),
    );
    assert.ok(operations.length >= 18);
    for (const { method, path, described } of operations) {
      if (isOfNoOrganisation(method, path)) continue;
      const plain = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        assert.ok(ids[name], `an example for {${name}} of ${path}`);
        return ids[name];
      });
      const real = plain + (queries[path] ?? "");
      const body = described.requestBody === undefined ? undefined : (bodies[path] ?? {});
      const more = body === undefined ? {} : { body };
      const foreign = await outcomeOf(rig, { method, path: real, key: theirs, ...more });
      assert.deepEqual(foreign, { status: 404, code: "not_found" }, `${method} ${path}`);
      if (method !== "GET" || path.includes("{delivery_id}")) continue;
      const own = await outcomeOf(rig, { method, path: real, key: rig.key });
      // The robot of the rig has no camera.
      const refusals: Record<string, number> = { teleop: 426, talk: 426, picture: 409 };
      const expected = refusals[path.split("/").at(-1)!] ?? 200;
      assert.equal(own.status, expected, `${method} ${path} for its owner`);
    }
    assert.equal(rig.jobs.get("default", jobId)!.cancelRequestedAtMs, null);
    assert.equal(rig.keys.isAlive(key.key.id), true);
    const lists = [
      "/api/v1/jobs",
      "/api/v1/keys",
      "/api/v1/webhooks",
      "/api/v1/surveillance/policies",
      "/api/v1/brands",
      "/api/v1/avatars",
      "/api/v1/runs",
      "/api/v1/audit",
    ];
    for (const path of lists) {
      const { text } = await rig.ask(path, { key: theirs });
      for (const id of [
        jobId,
        key.key.id,
        ids["webhook_id"]!,
        ids["policy_id"]!,
        brand.id,
        ids["avatar_id"]!,
        ids["run_id"]!,
      ]) {
        assert.ok(path === "/api/v1/audit" || !text.includes(id), `${id} in ${path}`);
      }
    }
  });
});
