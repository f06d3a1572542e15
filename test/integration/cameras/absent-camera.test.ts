import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { queryObjects } from "node:v8";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";

test("looking at a camera that is away leaves nothing in memory", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  const source = { kind: "rtsp" as const, url: `rtsp://127.0.0.1:${port}/cam` };
  const relay = new RtspRelay();
  const signals = async (): Promise<number> => {
    // Looks as a camera is looked at until its next connection: all with one signal.
    const looking = new AbortController();
    for (let look = 0; look < 50; look += 1) {
      assert.equal(await relay.answers(source, looking.signal), false);
    }
    looking.abort();
    return queryObjects(AbortSignal, { format: "count" });
  };
  const before = await signals();
  assert.ok((await signals()) <= before + 5);
});
