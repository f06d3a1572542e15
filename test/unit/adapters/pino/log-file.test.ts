import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { LogFile } from "../../../../src/adapters/pino/log-file.ts";
import { createLogger } from "../../../../src/adapters/pino/pino-logger.ts";
import { Scrubber } from "../../../../src/adapters/pino/scrubber.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

test("a log file takes each line at once, goes on after a restart, and keeps one predecessor", async (t) => {
  const dir = join(await tempDir(t), "data");
  const file = join(dir, "gatehouse.log");
  const logger = () =>
    createLogger({
      level: () => "info",
      scrubber: new Scrubber(),
      destination: new LogFile(file, 4000),
    });
  logger().info({}, "first");
  logger().info({}, "second");
  const messages = async (of: string): Promise<string[]> =>
    (await readFile(of, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
  assert.deepEqual(await messages(file), ["first", "second"]);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const log = logger();
  for (let n = 0; n < 200; n += 1) log.info({ n }, "more");
  assert.deepEqual((await readdir(dir)).toSorted(), ["gatehouse.log", "gatehouse.log.1"]);
  for (const each of [file, `${file}.1`]) {
    assert.ok((await stat(each)).size < 4200, each);
    assert.ok((await messages(each)).length > 0);
  }
});

test("a log file that cannot be opened stops nobody", async (t) => {
  const file = join(await tempDir(t), "file");
  await writeFile(file, "");
  new LogFile(join(file, "gatehouse.log")).write("{}\n");
  assert.equal(await readFile(file, "utf8"), "");
});
