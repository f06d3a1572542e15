import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { pythonSource } from "../../../scripts/client/python.ts";
import type { OpenApiDocument } from "../../../src/http/openapi/openapi.ts";
import { signatureHeaders } from "../../../src/notifications/webhooks/signature.ts";
import { type Appliance, repoDir, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";

const run = promisify(execFile);
const sources = join(repoDir, "client/python");
/** Debian's own, which has NumPy and mypy beside it. */
const system = "/usr/bin/python3";
/** Each program compiles 14 000 lines of the client at first, beside all else that the machine does. */
const programMs = 140_000;
let box: Appliance;
let camera: RtspServer;
let dir = "";
/** Python of an environment with the installed wheel; undefined where the machine has no Python for it. */
let python: string | undefined;

before(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-python-"));
  camera = await startRtspServer({ size: "320x180", fps: 10 });
  box = await startAppliance({ yaml: "recording: { mode: continuous }" });
  python = await installed();
});
after(async () => {
  await box.stop();
  await camera.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Builds the wheel twice and installs it without a network. */
async function installed(): Promise<string | undefined> {
  const hasVenv = await run(system, ["-c", "import ensurepip, venv"]).catch(() => undefined);
  if (!hasVenv) return undefined;
  const wheels = await Promise.all(
    ["one", "two"].map(async (name) => {
      await mkdir(join(dir, name));
      const { stdout } = await run(system, [
        "-B",
        join(sources, "build_wheel.py"),
        join(dir, name),
      ]);
      return stdout.trim();
    }),
  );
  assert.deepEqual(readFileSync(wheels[0]!), readFileSync(wheels[1]!));
  await run(system, ["-m", "venv", "--system-site-packages", join(dir, "venv")]);
  const own = join(dir, "venv/bin/python");
  await run(own, ["-m", "pip", "install", "-q", "--no-index", "--no-deps", wheels[0]!]);
  return own;
}

/** Skips where `module` is missing. */
async function pythonWith(t: TestContext, ...modules: string[]): Promise<string | undefined> {
  if (python === undefined) {
    t.skip("python3 with venv is missing (apt-get install python3-venv)");
    return undefined;
  }
  for (const name of modules) {
    if (
      await run(python, ["-c", `import ${name}`]).then(
        () => true,
        () => false,
      )
    )
      continue;
    t.skip(`Python's ${name} is missing (apt-get install python3-numpy mypy)`);
    return undefined;
  }
  return python;
}

const environment = () => ({
  ...process.env,
  GATEHOUSE_URL: box.url,
  GATEHOUSE_KEY: box.key,
  PYTHONDONTWRITEBYTECODE: "1",
});

async function program(own: string, text: string, ...args: string[]): Promise<string> {
  const file = join(dir, "program.py");
  await writeFile(file, text);
  const { stdout } = await run(own, [file, ...args], { env: environment(), timeout: programMs });
  return stdout.trim();
}

test("the committed Python client is the one that this document makes; else run scripts/node scripts/client.ts", async () => {
  const document = (await (await box.fetch("/openapi.json")).json()) as OpenApiDocument;
  const committed = readFileSync(join(sources, "gatehouse/_generated.py"), "utf8");
  assert.equal(pythonSource(document), committed);
});

const userProgram = `
import asyncio, os, sys, uuid
from gatehouse import AsyncGatehouse, Gatehouse, GatehouseApiError, GatehouseConnectionError, GatehouseTimeoutError

url, key = os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"]
box = Gatehouse(url, key)
made = box.surveillance.create_stream({"source": {"type": "rtsp", "url": "rtsp://127.0.0.1:9/none"}}, idempotency_key="one")
again = box.surveillance.create_stream({"source": {"type": "rtsp", "url": "rtsp://127.0.0.1:9/none"}}, idempotency_key="one")
job_id = made.data["job_id"]
assert again.data["job_id"] == job_id
try:
    box.jobs.wait(job_id, timeout=0.2)
    raise AssertionError("it has no end")
except GatehouseTimeoutError:
    pass
box.jobs.cancel_job(job_id)
assert box.jobs.wait(job_id, timeout=20)["status"] == "cancelled"
try:
    box.surveillance.get_stream("none")
    raise AssertionError("there is none")
except GatehouseApiError as error:
    assert (error.code, error.status) == ("not_found", 404) and error.request_id.startswith("req_svc_")
for wrong in ("..", ""):
    try:
        box.jobs.get_job(wrong)
        raise AssertionError(wrong)
    except ValueError:
        pass
page = box.jobs.list_jobs(limit=5, type="surveillance.stream")
assert page.object == "list" and page.data["total"] >= 1
assert box.system.get_openapi()["openapi"] == "3.1.0"
assert box.system.get_reference().startswith(b"<!doctype html>")
for event in box.surveillance.follow_surveillance_events(last_event_id="nowhere-1-1"):
    assert event.type == "stream.gap", event
    break
try:
    Gatehouse("http://127.0.0.1:9", "svk_x", max_retries=1).system.get_system()
    raise AssertionError("nobody answers there")
except GatehouseConnectionError:
    pass

async def main() -> None:
    box = AsyncGatehouse(url, key)
    made = await box.surveillance.create_stream({"source": {"type": "rtsp", "url": "rtsp://127.0.0.1:9/none"}})
    job_id = made.data["job_id"]
    wait = asyncio.create_task(box.jobs.wait(job_id))
    await asyncio.sleep(0)
    many = await asyncio.gather(*(box.jobs.get_job(job_id) for _ in range(20)))
    assert {each.data["job_id"] for each in many} == {job_id}
    await box.jobs.cancel_job(job_id)
    assert (await wait)["status"] == "cancelled"
    try:
        await box.surveillance.get_stream("none")
        raise AssertionError("there is none")
    except GatehouseApiError as error:
        assert error.code == "not_found"
    async for event in box.surveillance.follow_surveillance_events(last_event_id="nowhere-1-1"):
        assert event.type == "stream.gap", event
        break
    forever = asyncio.create_task(anext_of(box))
    await asyncio.sleep(0.2)
    forever.cancel()
    try:
        await forever
    except asyncio.CancelledError:
        pass

async def anext_of(box):
    async for event in box.surveillance.follow_surveillance_events(min_severity="critical"):
        return event

asyncio.run(main())
print("all of it")
`;

test("the installed wheel calls, waits, repeats, follows and cancels, with and without asyncio", async (t) => {
  const own = await pythonWith(t);
  if (own === undefined) return;
  assert.equal(await program(own, userProgram), "all of it");
});

const cancelled = `
import asyncio
from gatehouse._async import _within

async def both_at_once():
    answer = asyncio.get_running_loop().create_future()
    async def follow():
        await _within(answer, 60)
        await asyncio.sleep(3600)
    task = asyncio.create_task(follow())
    while not answer._callbacks:
        await asyncio.sleep(0)
    answer.set_result(b"")
    task.cancel()
    await asyncio.wait({task}, timeout=30)
    return task.cancelled()

async def late():
    try:
        await _within(asyncio.sleep(3600), 0.01)
    except asyncio.TimeoutError:
        return await _within(asyncio.sleep(0, "in time"), 60)

print(asyncio.run(both_at_once()), asyncio.run(late()))
`;

test("a cancellation ends a request even where its answer comes at the same time", async (t) => {
  const own = await pythonWith(t);
  if (own === undefined) return;
  assert.equal(await program(own, cancelled), "True in time");
});

test("an iterator over events goes on after a restart of the box, each event once and in order", async (t) => {
  const own = await pythonWith(t);
  if (own === undefined) return;
  const position = join(dir, "position.txt");
  // Where the box does not know the position it says so at once: then the example follows.
  await writeFile(position, "nowhere-1-1");
  const child = spawn(own, [join(sources, "examples/follow_events.py"), position], {
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const statusOf = (id: string) => lines.filter((line) => line.includes(id)).length;
  const add = async (id: string): Promise<void> => {
    const source = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
    await box.post("/api/v1/surveillance/streams", { stream_id: id, source });
    await until(() => statusOf(id) > 0, { what: `an event of ${id}`, deadlineMs: 60_000 });
  };
  try {
    await until(() => lines.length > 0, { what: "the stream.gap", deadlineMs: 60_000 });
    await add("first");
    await box.terminate();
    await box.restart();
    await add("second");
    const ids = lines.map((line) => line.split(" ", 1)[0]!).filter((id) => id !== "None");
    assert.ok(ids.length > 1);
    assert.equal(new Set(ids).size, ids.length, lines.join("\n"));
  } finally {
    child.kill("SIGKILL");
  }
});

test("pictures of live and recorded video, and the newest one, come as NumPy arrays", async (t) => {
  const own = await pythonWith(t, "numpy");
  if (own === undefined) return;
  const source = { type: "rtsp", url: camera.url };
  await box.post("/api/v1/surveillance/streams", { stream_id: "yard", source, model: "motion" });
  const recorded = async (): Promise<boolean> => {
    const { body } = await box.get("/api/v1/surveillance/streams/yard/recordings");
    const [span] = body.data?.data ?? [];
    return span !== undefined && span.to - span.from > 3;
  };
  await until(recorded, { what: "a recording", deadlineMs: 60_000, everyMs: 500 });
  const out = await program(
    own,
    `
import os, sys, time, itertools
from gatehouse import Gatehouse
from gatehouse.pictures import live, past, snapshot
box = Gatehouse(os.environ["GATEHOUSE_URL"], os.environ["GATEHOUSE_KEY"])
one = snapshot(box, "yard")
assert one.shape == (180, 320, 3) and one.dtype == "uint8" and one.std() > 1, one.shape
assert [each.shape for each in itertools.islice(live(box, "yard", fps=5), 3)] == [(180, 320, 3)] * 3
spans = box.surveillance.list_stream_recordings("yard").data["data"]
start = spans[0]["from"]
seen = [each.shape for each in past(box, "yard", start, start + 2, fps=5)]
assert 5 <= len(seen) <= 20 and set(seen) == {(180, 320, 3)}, seen
print("seen")
`,
  );
  assert.equal(out, "seen");
});

test("deliveries are verified as the box signs them, and refused when they were changed or are old", async (t) => {
  const own = await pythonWith(t);
  if (own === undefined) return;
  const nowSec = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id: "evt_svc_1", type: "job.completed", data: { name: "Tür" } });
  const coded = Buffer.from("0123456789abcdef01234567").toString("base64");
  const parts = { eventId: "evt_svc_1", timestampSec: nowSec, body: Buffer.from(body) };
  const cases = ["a plain secret of letters", `whsec_${coded}`].map((secret) => ({
    secret,
    headers: signatureHeaders([secret], parts),
  }));
  const out = await program(
    own,
    `
import json, sys
from gatehouse import WebhookVerificationError, verify_webhook
body = sys.argv[1]
for case in json.loads(sys.argv[2]):
    headers, secret = case["headers"], case["secret"]
    assert verify_webhook(body, headers, ["another secret", secret])["data"]["name"] == "Tür"
    def code(*args, **more):
        try:
            verify_webhook(*args, **more)
        except WebhookVerificationError as error:
            return error.code
    assert code(body + " ", headers, secret) == "wrong_signature"
    assert code(body, headers, "another secret") == "wrong_signature"
    assert code(body, headers, secret, now=1.0) == "outside_time_window"
    assert code(body, {}, secret) == "missing_header"
    assert code(body, {**headers, "x-svc-signature": "x"}, secret) == "malformed_header"
print("verified")
`,
    body,
    JSON.stringify(cases),
  );
  assert.equal(out, "verified");
});

test("an example analyses a picture", async (t) => {
  const own = await pythonWith(t);
  if (own === undefined) return;
  const grey = { width: 64, height: 48, channels: 3, background: "#808080" } as const;
  const file = join(dir, "grey.jpg");
  await writeFile(file, await sharp({ create: grey }).jpeg().toBuffer());
  const example = join(sources, "examples/analyse_picture.py");
  const { stdout } = await run(own, [example, file], { env: environment() });
  assert.match(stdout, /^(completed|failed) /);
});

test("package and examples pass mypy --strict, and every Python from 3.9 on compiles them", async (t) => {
  if ((await pythonWith(t)) === undefined) return;
  const examples = [
    "analyse_picture",
    "brightness",
    "follow_events",
    "receive_webhook",
    "ros_node",
  ];
  const files = examples.map((name) => join(sources, "examples", `${name}.py`));
  const compile = "import sys\nfor name in sys.argv[1:]: compile(open(name).read(), name, 'exec')";
  await run(system, ["-c", compile, ...files]);
  const mypy = await run("/usr/bin/mypy", ["--version"]).catch(() => undefined);
  if (!mypy) {
    t.diagnostic("mypy is missing (apt-get install mypy)");
    return;
  }
  const strict = ["--strict", "--python-version", "3.9", "--cache-dir", join(dir, "mypy")];
  const known = files.filter((file) => !file.endsWith("ros_node.py"));
  for (const each of [["gatehouse", "build_wheel.py"], ...known.map((file) => [file])]) {
    await run("/usr/bin/mypy", [...strict, ...each], { cwd: sources }).catch(
      (error: { stdout: string }) => assert.fail(error.stdout),
    );
  }
});
