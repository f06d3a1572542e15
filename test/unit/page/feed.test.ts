import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { EventSource } from "undici";
import { Feed, type Link } from "../../../console/source/api/events.ts";

/** Resolves when the feed's connection is in this state. */
function reaches(feed: Feed, state: Link): Promise<void> {
  return new Promise((resolve) => {
    const stop = feed.link.subscribe((link) => {
      if (link !== state) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}

test("a feed is connecting until its first connection, and retrying after it lost one", async (t) => {
  t.after(() => Reflect.deleteProperty(globalThis, "EventSource"));
  Object.assign(globalThis, { EventSource });
  const answers: ServerResponse[] = [];
  const server = createServer((_, response) => void answers.push(response)).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const open = (response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 10\n\n");
  };
  const { port } = server.address() as AddressInfo;
  const feed = new Feed(`http://127.0.0.1:${port}/events`, ["news"]);
  const unfollow = feed.follow(["news"], () => {});
  t.after(unfollow);

  if (answers.length === 0) await once(server, "request");
  assert.equal(feed.link.value, "connecting");
  open(answers[0]!);
  await reaches(feed, "live");

  const again = once(server, "request");
  answers[0]!.destroy();
  await reaches(feed, "retrying");
  await again;
  assert.equal(feed.link.value, "retrying");
  open(answers[1]!);
  await reaches(feed, "live");
  unfollow();
  assert.equal(feed.link.value, "idle");
});
