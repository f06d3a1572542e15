import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openSnapshot } from "../../src/adapters/lmdb/snapshot.ts";
import { askAppliance, streamFromAppliance } from "../../src/system/admin/admin-client.ts";
import { counters, histograms, readings } from "../../src/base/contract/metrics.ts";
import { type Appliance, repoDir, startAppliance } from "../support/box/appliance.ts";
import type { LatencyReport } from "../../src/system/selftest/latency-report-wire.ts";
import { gatehouse } from "../support/box/command-line.ts";
import { Receiver, siteCa } from "../support/notifications/https-receiver.ts";
import { startOtlpReceiver } from "../support/system/otlp-receiver.ts";
import { until } from "../support/box/wait.ts";

const yamlWith = (otlpUrl: string): string => `
webhooks: { allowed_networks: [127.0.0.0/8], ca_file: ${siteCa().caFile} }
tracing: { otlp_endpoint: "${otlpUrl}" }
metrics: { loopback_without_key: true }
robots:
  - { id: rover, driver: sim }
  - { id: stranger, driver: sim, organisation: other }
cameras:
  - { id: gate, source: { type: rtsp, url: "rtsp://127.0.0.1:9/nothing" } }
`;

/** Begins like a PNG and is none: its job fails in a child process. */
const brokenPicture = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  Buffer.alloc(200, 7),
]).toString("base64");

interface Panel {
  targets?: { expr: string }[];
}

/** `assert.match` would print the whole text. */
function has(text: string, line: RegExp): void {
  assert.ok(line.test(text), `no line ${line}`);
}

/** Names of metrics in a PromQL expression. */
function namesIn(expression: string): string[] {
  const names = expression.match(/\b(?:gatehouse|process|nodejs)_[a-z0-9_]+/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|sum|count)$/, ""));
}

describe("a box that is observed", () => {
  let box: Appliance;
  let text: string;
  let traces: Awaited<ReturnType<typeof startOtlpReceiver>>;

  before(async () => {
    traces = await startOtlpReceiver();
    box = await startAppliance({ yaml: yamlWith(traces.url) });
    const command = { command: "move_to", target: { frame: "moon", x: 1, y: 0 } };
    await box.post("/api/v1/robots/rover/command", { command });
    await fetch(`${box.url}/nowhere/at/all`);
    text = await (await box.fetch("/metrics")).text();
  });

  after(async () => {
    await box.stop();
    traces.stop();
  });

  test("shows every metric of the catalogue with its type and its help", () => {
    for (const name of Object.keys({ ...histograms, ...counters, ...readings })) {
      has(text, new RegExp(`^# HELP ${name} \\S`, "m"));
      const type = name in histograms ? "histogram" : name.endsWith("_total") ? "counter" : "gauge";
      has(text, new RegExp(`^# TYPE ${name} ${type}$`, "m"));
    }
    has(text, /^gatehouse_build_info\{version="[^"]+"\} 1$/m);
    has(text, /^gatehouse_ready 1$/m);
    has(text, /^gatehouse_disk_free_bytes [1-9]/m);
    has(text, /^gatehouse_store_commit_seconds_count [1-9]/m);
    has(text, /^gatehouse_event_loop_delay_seconds\{quantile="0.99"\} /m);
    has(text, /^process_resident_memory_bytes [1-9]/m);
  });

  test("counts requests by route, never by path, and refused robot commands by rule", () => {
    const route = 'method="GET",route="none",status="4xx"';
    assert.match(
      text,
      new RegExp(`^gatehouse_http_request_duration_seconds_count\\{${route}\\} 1$`, "m"),
    );
    assert.ok(!text.includes("/nowhere/at/all"));
    has(text, /^gatehouse_robot_commands_rejected_total\{.*robot="rover".*\} [1-9]/m);
    assert.match(
      text,
      /^gatehouse_robot_up\{organisation="default",robot="rover",driver="sim"\} /m,
    );
  });

  test("a key sees robots of its own organisation; this machine without a key sees all", async () => {
    assert.ok(!text.includes('organisation="other"'));
    const open = await fetch(`${box.url}/metrics`);
    assert.equal(open.status, 200);
    assert.match(open.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
    has(await open.text(), /gatehouse_robot_up\{organisation="other",robot="stranger"/);
  });

  test("a proxy on this machine, and a wrong key, are no callers of this machine", async () => {
    for (const headers of [{ "x-forwarded-for": "192.0.2.7" }, { forwarded: "for=192.0.2.7" }]) {
      const answer = await fetch(`${box.url}/metrics`, { headers });
      assert.equal(answer.status, 401);
    }
    const wrong = { authorization: `Bearer svk_${"a".repeat(12)}_${"b".repeat(43)}` };
    assert.equal((await fetch(`${box.url}/metrics`, { headers: wrong })).status, 401);
  });

  test("every query of the Grafana dashboard names metrics that the box has", async () => {
    const file = join(repoDir, "docs/grafana/gatehouse.json");
    const dashboard = JSON.parse(await readFile(file, "utf8")) as { panels: Panel[] };
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length >= 20);
    for (const query of queries) {
      const names = namesIn(query);
      assert.ok(names.length > 0, `a query without a metric: ${query}`);
      for (const name of names) assert.ok(text.includes(`# TYPE ${name} `), `${name} in ${query}`);
    }
  });

  test("a caller's trace goes on through the request, its job and the job's webhook", async (t) => {
    const receiver = await new Receiver().start(t);
    const hook = { endpoint_url: receiver.url("/jobs"), secret: "long enough a secret" };
    assert.equal((await box.post("/api/v1/webhooks", hook)).status, 201);
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const asked = { stream_id: "traced", input: { data: brokenPicture } };
    const accepted = await box.post("/api/v1/surveillance/streams", asked, { traceparent });
    assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
    const mine = () => traces.spans.filter((span) => span.traceId === traceId);
    const named = (name: RegExp) => mine().find((span) => name.test(span.name));
    await until(() => named(/^webhook job\.failed$/) !== undefined, { deadlineMs: 60_000 });
    const request = named(/^POST \/api\/v1\/surveillance\/streams$/)!;
    assert.equal(request.parentSpanId, "b7ad6b7169203331");
    const job = named(/^job surveillance\.stream$/)!;
    assert.equal(job.parentSpanId, request.spanId);
    assert.equal(named(/^step detecting$/)!.parentSpanId, job.spanId);
    const sent = named(/^webhook job\.failed$/)!;
    assert.equal(sent.parentSpanId, request.spanId);
    const told = receiver.received.find(({ headers }) => headers["x-svc-event"] === "job.failed");
    assert.equal(told!.headers["traceparent"], `00-${traceId}-${sent.spanId}-01`);
    const figures = await (await box.fetch("/metrics")).text();
    has(figures, /^gatehouse_webhook_delivery_seconds_count\{outcome="delivered"\} 1$/m);
    const ran = 'type="surveillance.stream",status="failed"';
    has(figures, new RegExp(`^gatehouse_job_run_seconds_count\\{${ran}\\} 1$`, "m"));
    const before = traces.spans.length;
    const malformed = { traceparent: `00-${"0".repeat(32)}-b7ad6b7169203331-01` };
    await box.fetch("/api/v1/jobs", { headers: malformed });
    await until(() => traces.spans.slice(before).some(({ name }) => name === "GET /api/v1/jobs"));
    const own = traces.spans.slice(before).find(({ name }) => name === "GET /api/v1/jobs")!;
    assert.ok(!own.parentSpanId && !/^0+$/.test(own.traceId), "a trace of its own");
  });

  test("measures itself with a test pattern, one at a time, tells nobody and keeps nothing of it", async (t) => {
    const receiver = await new Receiver().start(t);
    const hook = { endpoint_url: receiver.url("/all"), secret: "long enough a secret" };
    assert.equal((await box.post("/api/v1/webhooks", hook)).status, 201);
    const measuring = { method: "selftest.latency", params: {} };
    const reports = await streamFromAppliance(box.dataDir, measuring);
    const next = async (): Promise<LatencyReport> =>
      JSON.parse(String((await reports.next()).value)) as LatencyReport;
    let report = await next();
    const asked = ["selftest", "latency", "--seconds", "1", "--json", "--data-dir", box.dataDir];
    const second = await gatehouse(asked);
    assert.equal(second.code, 1);
    assert.match(second.stderr, /"code":"conflict".*measurement: one is running already/);
    while (report.told === 0 && report.running_seconds < 60) report = await next();
    const { p50, p95, max } = report.glass_to_event_ms!;
    assert.ok(p50 > 0 && p50 <= p95 && p95 <= max && p50 < 60_000, JSON.stringify(report));
    assert.ok(report.stages_ms.event !== null && report.stages_ms.detect !== null);
    await reports.return(undefined);

    let short = await gatehouse(asked);
    await until(async () => {
      if (short.stderr.includes("is running already")) short = await gatehouse(asked);
      return !short.stderr.includes("is running already");
    });
    assert.equal((JSON.parse(short.stdout) as LatencyReport).is_last, true);
    const copy = join(".backup-1", "store");
    await askAppliance(box.dataDir, { method: "backup.copy", params: { folder: copy } });
    const kept = openSnapshot(join(box.dataDir, copy));
    assert.equal(kept.count(["box_selftest"]), 0);
    const log = JSON.stringify(kept.range({ prefix: ["box", "event"] }));
    await kept.close();
    assert.ok(log.length > 2 && !log.includes("selftest"), "nothing is in the event log");
    assert.ok(!receiver.received.some(({ body }) => /selftest|intrusion/.test(body)));
    const incidents = await box.get("/api/v1/surveillance/incidents?type=intrusion");
    assert.equal(incidents.body.data.total, 0);
    assert.ok(!(await (await box.fetch("/metrics")).text()).includes("selftest-latency"));
  });

  test("after three kills the box starts without cameras and robots, and says why, until told to go on", async () => {
    for (let crash = 0; crash < 3; crash += 1) {
      const { body } = await box.get("/api/v1/system");
      assert.equal(body.data.safe_mode.active, false);
      await box.kill();
      await box.restart();
    }
    const { body } = await box.get("/api/v1/system");
    assert.equal(body.data.safe_mode.active, true);
    assert.match(body.data.safe_mode.reason, /died 3 times/);
    assert.equal(body.data.alarms[0].code, "safe_mode");
    assert.equal(body.data.cameras.sources, 0);
    const measuring = { method: "selftest.latency", params: { seconds: 1 } };
    const refused = await streamFromAppliance(box.dataDir, measuring);
    await assert.rejects(refused.next(), { code: "conflict", message: /safe mode/ });
    const jobs = await box.get("/api/v1/jobs?type=surveillance.stream");
    assert.match(JSON.stringify(jobs.body), /"phase":"safe_mode"/);
    assert.equal((await box.get("/api/v1/robots/rover")).body.status, "offline");
    assert.equal((await fetch(`${box.url}/`)).status, 200, "the page is there");
    has(await (await box.fetch("/metrics")).text(), /^gatehouse_safe_mode 1$/m);
    const incidents = await box.get("/api/v1/surveillance/incidents?type=safe_mode");
    assert.match(JSON.stringify(incidents.body.data), /"severity":"critical"/);
    const left = await box.post("/api/v1/system/safe-mode/leave");
    assert.deepEqual([left.status, left.body.data.active], [200, false]);
    assert.equal((await box.post("/api/v1/system/safe-mode/leave")).status, 409);
    await until(async () => (await box.get("/api/v1/robots/rover")).body.status === "online");
    await until(async () => (await box.get("/api/v1/system")).body.data.cameras.sources === 1);
  });

  test("lines about a job carry the ids of the job and of its request", async () => {
    const answer = await box.post("/api/v1/surveillance/streams", {
      stream_id: "broken-picture",
      input: { data: brokenPicture },
    });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    const jobId = answer.body.data.job_id ?? answer.body.data.id;
    const lines = (): Record<string, unknown>[] =>
      box
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ job_id: id }) => id === jobId);
    await until(() => lines().some(({ msg }) => msg === "attempt failed"), { what: "the line" });
    for (const line of lines()) {
      assert.equal(line["request_id"], answer.headers.get("x-request-id"));
    }
  });
});
