import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "../../../../src/adapters/pino/pino-logger.ts";
import { Scrubber } from "../../../../src/adapters/pino/scrubber.ts";

const canary = "c4nary-pass/wörd";
const key = `svk_ABCDEFGHIJKL_${"x".repeat(43)}`;

/** A logger and what it has written. */
function capture(scrubber = new Scrubber()) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { log: createLogger({ level: () => "debug", scrubber, destination }), lines };
}

test("a secret reaches the log in no way: message, field, nested, error, child, URL-encoded", () => {
  const scrubber = new Scrubber();
  scrubber.know(canary);
  const { log, lines } = capture(scrubber);
  const cause = new Error(`cause ${canary}`);
  log.info({}, `plain ${canary}`);
  log.info({ url: `rtsp://user:${encodeURIComponent(canary)}@10.0.0.1/a` }, "field");
  log.warn({ deep: { list: [{ text: `a ${canary} b` }] }, [canary]: 1 }, "nested");
  log.error({ error: new Error(`failed with ${canary}`, { cause }) }, "error");
  log.child({ camera: canary }).debug({ again: canary }, "child");
  const text = lines.join("");
  assert.equal(lines.length, 5);
  assert.ok(!text.includes(canary) && !text.includes(encodeURIComponent(canary)), text);
  assert.match(text, /cause \[redacted\]/);
});

test("credentials that nobody registered are found by their form", () => {
  const { log, lines } = capture();
  log.info({}, "rtsp://admin:hunter2@10.0.0.1/a and rtsps://u:p@[fe80::1]:322/b");
  log.info(
    { headers: { Authorization: "Bearer abc.def-ghi" } },
    "Authorization: Basic dXNlcjpwdw==",
  );
  log.info({ line: 'Authorization: Digest username="u", response="0123abcd"' }, key);
  log.info({ password: "x1", token: "y2", cookie: "z3" }, "/a?exp=1&sig=abcdef&x=1");
  const text = lines.join("");
  for (const secret of [
    "hunter2",
    "u:p@",
    "abc.def",
    "dXNl",
    "0123abcd",
    "xxxx",
    "x1",
    "y2",
    "z3",
    "abcdef",
  ]) {
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  }
  assert.match(text, /rtsp:\/\/\[redacted\]@10\.0\.0\.1\/a/);
});

test("leaves what is no secret as it is", () => {
  const { log, lines } = capture();
  log.info(
    { url: "rtsp://10.0.0.1:554/a", count: 3, ok: true, none: null },
    "user@example.org said hello",
  );
  const line = JSON.parse(lines[0]!) as Record<string, unknown>;
  assert.equal(line["url"], "rtsp://10.0.0.1:554/a");
  assert.equal(line["count"], 3);
  assert.equal(line["msg"], "user@example.org said hello");
  assert.equal(line["level"], "info");
});

test("a short secret does not blank out the log", () => {
  const scrubber = new Scrubber();
  scrubber.know("", "a");
  assert.equal(scrubber.text("a camera"), "a camera");
});

test("cuts depth, bytes and cycles instead of failing", () => {
  const loop: Record<string, unknown> = { bytes: new Uint8Array(9) };
  loop["self"] = loop;
  const { log, lines } = capture();
  log.info(loop, "loop");
  assert.match(lines[0]!, /"\[9 bytes\]".*"\[deep\]"/);
});

test("writes nothing below its level", () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ level: () => "warn", scrubber: new Scrubber(), destination });
  log.info({}, "no");
  log.warn({}, "yes");
  assert.equal(lines.length, 1);
});
