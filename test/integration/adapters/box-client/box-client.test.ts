import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { BoxClient } from "../../../../src/adapters/box-client/box-client.ts";
import { until } from "../../../support/box/wait.ts";

test("an answer of another box may be destroyed unread, and the process goes on", async (t) => {
  const server = createServer((_request, response) => {
    response.writeHead(503, { "content-type": "application/json" });
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new BoxClient();
  t.after(async () => {
    await client.stop();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { status, body } = await client.send(
    { url, certificateSha256: null },
    { method: "GET", target: "/", headers: {}, answerMs: 5000, idleMs: 5000, signal: undefined },
  );
  assert.equal(status, 503);
  // All of it is here: the client no longer looks after the errors of its body.
  await until(() => body.readableLength === 2);
  const closed = new Promise((resolve) => body.once("close", resolve));
  body.destroy();
  await closed;
  assert.equal(body.destroyed, true);
});
