import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Client } from "@modelcontextprotocol/client";
import { scopePresets } from "../../../src/base/contract/scopes.ts";
import { callTool, connectAgent, type Era } from "../../support/mcp/agent.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { Rig } from "../../support/http/rig.ts";
import { until } from "../../support/box/wait.ts";

const message = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});
const accept = { accept: "application/json, text/event-stream" };

describe("agents over MCP", () => {
  const rig = new Rig({
    quotas: { createsPerMinute: 300, readsPerMinute: 500, readersPerKey: 3 },
  });
  const agents: Client[] = [];
  const connect = async (
    scopes: Parameters<Rig["newKey"]>[0],
    how: { era?: Era; areas?: string } = {},
  ): Promise<Client> => {
    const client = await connectAgent(rig.server.url(), await rig.newKey(scopes), how);
    agents.push(client);
    return client;
  };
  before(async () => {
    await rig.start();
    await rig.ask("/api/v1/robots/rover", { method: "PUT", body: rover });
    await until(
      async () => (await rig.ask("/api/v1/robots/rover/status")).json.status === "online",
    );
  });
  after(async () => {
    for (const agent of agents) await agent.close();
    await rig.stop();
  });

  for (const era of ["2026-07-28", "2025-11-25"] as const) {
    test(`a client of ${era} sees the tools of its key, and no other`, async () => {
      const viewer = await connect(scopePresets.viewer, { era });
      assert.equal(viewer.getNegotiatedProtocolVersion(), era);
      assert.match(viewer.getInstructions() ?? "", /is data/);
      const { tools } = await viewer.listTools();
      const names = tools.map(({ name }) => name);
      assert.ok(names.includes("listIncidents") && names.includes("waitForJob"));
      const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
      const changes = changing.map(({ name }) => name);
      assert.deepEqual(changes.toSorted(), ["createReplay", "replayPolicy"]);
      const refused = viewer.callTool({ name: "commandRobot", arguments: { robot_id: "rover" } });
      await assert.rejects(refused, /no such tool for this key/);
      const keys = viewer.callTool({ name: "createKey", arguments: { body: {} } });
      await assert.rejects(keys, /no such tool for this key/);
    });
  }

  test("tools that administer are left out even for an administrator, and areas narrow the rest", async () => {
    const admin = await connect(scopePresets.admin, { areas: "robots,jobs" });
    const { tools } = await admin.listTools();
    const areas = new Set(tools.map(({ description }) => /Area: (\w+)$/.exec(description!)![1]));
    assert.deepEqual([...areas].toSorted(), ["jobs", "robots"]);
    const all = await (await connect(scopePresets.admin)).listTools();
    const names = all.tools.map(({ name }) => name);
    for (const name of ["createKey", "createWebhook", "createBackup", "getMetrics", "getMe"])
      assert.ok(!names.includes(name), name);
    assert.ok(names.length > 100, String(names.length));
  });

  test("the list of tools comes in pages", async () => {
    const key = await rig.newKey(scopePresets.admin);
    const list = async (cursor?: string) => {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await rig.ask("/mcp", {
        method: "POST",
        key,
        headers: accept,
        body: message("tools/list", params),
      });
      return JSON.parse(/^data: (.*)$/m.exec(answer.text)![1]!);
    };
    const first = (await list()).result;
    assert.equal(first.tools.length, 100);
    const second = (await list(first.nextCursor)).result;
    assert.ok(second.tools.length > 0 && second.nextCursor === undefined);
    assert.equal((await list("other")).error.code, -32602);
  });

  test("a call is checked as a request is: fields, ids and refusals have the API's own words", async () => {
    const agent = await connect(scopePresets.operator);
    const wrong = await callTool(agent, "listIncidents", { limit: 1000 });
    assert.deepEqual([wrong.isError, wrong.answer.error.param], [true, "limit"]);
    const unknown = await callTool(agent, "listIncidents", { colour: "red" });
    assert.match(unknown.answer.error.message, /not an argument of this tool/);
    for (const id of ["..", ".", ""]) {
      const { answer } = await callTool(agent, "getJob", { job_id: id });
      assert.equal(answer.error.code, "invalid_request_body", id);
    }
    const odd = await callTool(agent, "getRobot", { robot_id: "../streams?x=%2f#" });
    assert.match(odd.answer.error.code, /invalid_path_parameter|not_found/);
  });

  test("a change is audited as the key's, by MCP, and repeats under its idempotency_key", async () => {
    const agent = await connect(["robots:read", "robots:write"]);
    const body = {
      zones: [
        {
          robot_id: "rover",
          name: "desk",
          type: "keep_out",
          frame: "map",
          polygon: [
            [5, 5],
            [6, 5],
            [6, 6],
          ],
        },
      ],
    };
    const args = { body, idempotency_key: "zone-1" };
    const one = await callTool(agent, "createZone", args);
    assert.equal(one.isError, false, one.text);
    const two = await callTool(agent, "createZone", args);
    assert.deepEqual(two.answer.data, one.answer.data);
    const { data } = (await rig.ask("/api/v1/audit?limit=3")).json.data;
    assert.equal(data[0].actor.via, "mcp");
    assert.equal(data[0].action, "POST /api/v1/robots/zones");
    assert.ok(data.every(({ action }: { action: string }) => !action.includes("/mcp")));
    const id = one.answer.data.data[0].id as string;
    assert.equal((await callTool(agent, "deleteZone", { zone_id: id })).isError, false);
  });

  test("pictures come as pictures, and resources as the API's answers with their provenance", async () => {
    const agent = await connect(scopePresets.viewer);
    const { resourceTemplates } = await agent.listResourceTemplates();
    const forms = resourceTemplates.map(({ uriTemplate }) => uriTemplate);
    assert.ok(forms.some((form) => form.endsWith("/incidents/{incident_id}/clip.mp4{?part}")));
    const { resources } = await agent.listResources();
    assert.ok(resources.some(({ uri }) => uri === "gatehouse://api/surveillance/coverage"));
    const { contents } = await agent.readResource({ uri: "gatehouse://api/robots/rover/status" });
    const [status] = contents;
    assert.ok(status && "text" in status);
    const { provenance, answer } = JSON.parse(status.text);
    assert.equal(answer.data.robot_id, "rover");
    assert.match(provenance.note, /never an instruction/);
    for (const uri of [
      "gatehouse://api/keys",
      "gatehouse://api/surveillance/../keys",
      "file:///etc/passwd",
    ])
      await assert.rejects(agent.readResource({ uri }), /no such resource/, uri);
  });

  test("waiting for a job tells its progress, and ends when the job has", async () => {
    const agent = await connect([...scopePresets.viewer, "surveillance:write"]);
    const made = await rig.post("/api/v1/surveillance/streams", { stream_id: "gate" });
    const id = made.json.data.job_id as string;
    await rig.running(id);
    const heard: unknown[] = [];
    const wait = agent.callTool(
      { name: "waitForJob", arguments: { job_id: id, timeout_seconds: 60 } },
      { onprogress: (progress) => heard.push(progress) },
    );
    await until(() => heard.length > 0, { what: "a message about progress", deadlineMs: 20_000 });
    await rig.endJob(id);
    const { structuredContent } = await wait;
    assert.equal((structuredContent as { answer: { status: string } }).answer.status, "completed");
  });

  test("a cancelled call ends its request in the box, and the job goes on", async () => {
    const agent = await connect(scopePresets.viewer, { era: "2026-07-28" });
    const made = await rig.post("/api/v1/surveillance/streams", { stream_id: "gate" });
    const id = made.json.data.job_id as string;
    await rig.running(id);
    const abort = new AbortController();
    const wait = agent.callTool(
      { name: "waitForJob", arguments: { job_id: id } },
      { signal: abort.signal },
    );
    await rig.waiterCount(1);
    abort.abort();
    await assert.rejects(wait);
    await rig.waiterCount(0);
    assert.equal((await rig.ask(`/api/v1/jobs/${id}`)).json.status, "processing");
    await rig.endJob(id);
  });

  test("a revoked key ends the calls under way, and calls beyond the bound of a key are refused", async () => {
    const made = await rig.post("/api/v1/surveillance/streams", { stream_id: "gate" });
    const id = made.json.data.job_id as string;
    await rig.running(id);
    const named = { org: "default", name: "agent", scopes: scopePresets.viewer };
    const { key: agent, token: key } = await rig.keys.create(named);
    const wait = () =>
      rig.ask("/mcp", {
        method: "POST",
        key,
        headers: accept,
        body: message("tools/call", { name: "waitForJob", arguments: { job_id: id } }),
      });
    const waits = [wait(), wait(), wait()];
    await rig.waiterCount(3);
    assert.equal((await wait()).json.error.code, "too_many_streams");
    await rig.keys.revoke(agent.id);
    await Promise.all(waits);
    await rig.waiterCount(0);
    await rig.endJob(id);
  });

  test("only a key opens it: not a page session, another site, another host name, or another method", async () => {
    const body = message("tools/list");
    const post = (headers: Record<string, string>, key: string | null = rig.key) =>
      rig.ask("/mcp", { method: "POST", key, headers: { ...accept, ...headers }, body });
    assert.equal((await post({}, null)).json.error.code, "missing_authorization_header");
    assert.equal((await post({}, "svk_wrong")).status, 401);
    assert.equal((await post({ origin: "https://evil.example" })).json.error.code, "csrf_rejected");
    assert.equal((await post({ origin: "null" })).status, 403);
    assert.equal((await post({ host: "evil.example" })).json.error.code, "host_not_allowed");
    assert.equal((await post({ host: "gate.local" })).status, 200);
    for (const method of ["GET", "DELETE"]) {
      const answer = await rig.ask("/mcp", { method });
      assert.deepEqual([answer.status, answer.headers.allow], [405, "POST"]);
    }
    const batch = await rig.ask("/mcp", { method: "POST", headers: accept, body: [body, body] });
    assert.equal(batch.json.error.code, "invalid_request_body");
  });

  test("messages have a window of their own, and the calls in them the windows of the API", async () => {
    const key = await rig.newKey(scopePresets.operator);
    const ask = (method: string, params = {}) =>
      rig.ask("/mcp", {
        method: "POST",
        key,
        headers: accept,
        body: message(method, params),
      });
    const remaining = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(headers["x-ratelimit-remaining"]);
    const first = remaining(await ask("tools/list"));
    assert.equal(first, 499);
    await ask("tools/call", { name: "listRobots" });
    assert.equal(remaining(await rig.ask("/api/v1/robots", { key })), 498);
    const stop = { name: "stopRobot", arguments: { robot_id: "rover" } };
    await ask("tools/call", stop);
    const refused = await rig.ask("/api/v1/robots/rover/lease", { method: "POST", key, body: {} });
    assert.equal(refused.status, 200);
  });
});
