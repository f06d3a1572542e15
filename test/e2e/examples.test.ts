import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { repoDir } from "../support/box/appliance.ts";
import { type RunningDemo, startDemo } from "../support/box/demo.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";

let demo: RunningDemo;

before(async () => {
  await promisify(execFile)(join(repoDir, "node_modules/.bin/tsc"), [
    "-p",
    join(repoDir, "client"),
  ]);
  demo = await startDemo(["--with-mock-cloud"]);
});
after(() => demo.stop());

interface Example {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

/** Runs an example as its first lines say. */
function example(
  t: TestContext,
  name: string,
  more: { args?: string[]; env?: object } = {},
): Example {
  const child = spawn(process.execPath, [join(repoDir, "examples", name), ...(more.args ?? [])], {
    env: { ...process.env, GATEHOUSE_URL: demo.url, GATEHOUSE_KEY: demo.key, ...more.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  t.after(() => child.kill("SIGKILL"));
  const closed = once(child, "close");
  return {
    child,
    output: () => text,
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}

/** Waits until the example has written what `pattern` says. */
async function says(run: Example, pattern: RegExp, deadlineMs = 60_000): Promise<void> {
  await until(() => pattern.test(run.output()) || run.child.exitCode !== null, {
    what: `${pattern.source} in the output`,
    deadlineMs,
  });
  assert.match(run.output(), pattern);
}

const headers = () => ({ authorization: `Bearer ${demo.key}` });

test("analyse a picture, then wait for its job", async (t) => {
  const file = join(await tempDir(t), "grey.jpg");
  const grey = { width: 320, height: 240, channels: 3, background: "#777" } as const;
  await writeFile(file, await sharp({ create: grey }).jpeg().toBuffer());
  const analyse = example(t, "analyse-picture.js", { args: [file] });
  const code = await analyse.ended();
  assert.equal(code, 0, analyse.output());
  assert.match(analyse.output(), /^320×240: \d+ found/);

  const jobs = await fetch(`${demo.url}/api/v1/jobs?limit=1`, { headers: headers() });
  const { data } = (await jobs.json()) as { data: { data: { job_id: string }[] } };
  const wait = example(t, "wait-for-job.js", { args: [data.data[0]!.job_id] });
  assert.equal(await wait.ended(), 0, wait.output());
  assert.match(wait.output(), /completed: done\nqueued: \d+ ms\nrunning: \d+ ms/);
  const unknown = example(t, "wait-for-job.js", { args: ["01900000-0000-7000-8000-0000000000ff"] });
  assert.equal(await unknown.ended(), 2);
  assert.match(unknown.output(), /^not_found \(request req_svc_/);
});

test("a run makes a campaign for two markets from a logo", async (t) => {
  const file = join(await tempDir(t), "logo.png");
  const mark = Buffer.from(
    '<svg width="96" height="96"><rect width="96" height="96" fill="#b5361c"/><circle cx="48" cy="48" r="30" fill="#fff"/></svg>',
  );
  await writeFile(file, await sharp(mark).png().toBuffer());
  const campaign = example(t, "make-campaign.js", { args: [file, "A summer offer"] });
  assert.equal(await campaign.ended(), 0, campaign.output());
  assert.match(campaign.output(), /ad http\S+\nlyon http\S+\nkyoto http\S+\n$/);
});

test("a run sends the simulated robot to look at an incident", async (t) => {
  const place = async () => {
    const answer = await fetch(`${demo.url}/api/v1/surveillance/incidents?limit=100`, {
      headers: headers(),
    });
    const { data } = (await answer.json()) as {
      data: { data: { map_position: { x: number; y: number } | null }[] };
    };
    return data.data.find(({ map_position: position }) => position !== null)?.map_position;
  };
  await until(async () => (await place()) !== undefined, { deadlineMs: 90_000, what: "a place" });
  const { x, y } = (await place())!;
  // A robot of its own, nearby: the demo's has its rule to follow.
  const body = { driver: "sim", sim: { start: { frame: "map", x: x + 0.5, y } } };
  const scout = `${demo.url}/api/v1/robots/scout`;
  await fetch(scout, {
    method: "PUT",
    headers: { ...headers(), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await until(async () => {
    const answer = await fetch(`${scout}/status`, { headers: headers() });
    return ((await answer.json()) as { status: string }).status === "online";
  });
  const look = example(t, "look-at-incident.js", { args: ["scout"] });
  await look.ended();
  assert.match(look.output(), /go: completed\nlook: completed\ntell: (completed|failed)/);
});

test("watch a camera until Ctrl-C", async (t) => {
  const listed = await fetch(`${demo.url}/api/v1/surveillance/streams`, { headers: headers() });
  const { data } = (await listed.json()) as { data: { data: { source: { url: string } }[] } };
  const watch = example(t, "watch-camera.js", { args: [data.data[0]!.source.url] });
  await says(watch, /the camera is (watching|connecting|degraded)|(info|warning|critical): /);
  watch.child.kill("SIGINT");
  assert.equal(await watch.ended(), 0, watch.output());
  assert.match(watch.output(), /stopped\n$/);
});

test("follow events, and go on after the last one in the next run", async (t) => {
  const place = join(await tempDir(t), "place.txt");
  const first = example(t, "follow-events.js", { args: [place] });
  await says(first, /^(incident\.|stream\.status)/, 90_000);
  await until(async () => (await readFile(place, "utf8").catch(() => "")) !== "", {
    what: "a place",
  });
  first.child.kill("SIGINT");
  assert.equal(await first.ended(), 0, first.output());
  const second = example(t, "follow-events.js", { args: [place] });
  await says(second, /^(incident\.|stream\.status)/, 90_000);
  assert.doesNotMatch(second.output(), /stream\.gap/);
});

test("receive a webhook, and refuse one that nobody has signed", async (t) => {
  const secret = "a secret of the example";
  const run = example(t, "receive-webhook.js", { env: { WEBHOOK_SECRET: secret, PORT: "0" } });
  await says(run, /listening on \d+/);
  const port = /listening on (\d+)/.exec(run.output())![1]!;
  const body = '{"id":"evt_svc_1","type":"job.completed","data":{"job":{"id":"j1"}}}';
  const at = Math.floor(Date.now() / 1000);
  const sign = (text: string) => createHmac("sha256", secret).update(text);
  const signed = {
    "webhook-id": "evt_svc_1",
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,${sign(`evt_svc_1.${at}.${body}`).digest("base64")}`,
    "x-svc-signature": `sha256=${sign(body).digest("hex")}`,
  };
  const post = (more: Record<string, string>, text = body) =>
    fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers: more, body: text });
  assert.equal((await post(signed)).status, 204);
  assert.equal((await post(signed)).status, 204);
  assert.equal((await post(signed, `${body} `)).status, 400);
  assert.equal((await post({})).status, 400);
  await says(run, /refused: missing_header/);
  assert.equal(run.output().match(/job\.completed j1/g)?.length, 1);
});
