import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { TLSSocket } from "node:tls";
import { dialBroker } from "../../../../src/adapters/mqtt-broker/broker-socket.ts";
import { until } from "../../../support/box/wait.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

/** A server of TCP on loopback; with the port, and how each connection ended: the code of its error, or `end`. */
async function listen(
  t: TestContext,
  take: (socket: Socket) => void,
): Promise<{ server: Server; port: number; ends: string[] }> {
  const ends: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", (error: NodeJS.ErrnoException) => ends.push(error.code ?? ""));
    socket.on("end", () => ends.push("end"));
    take(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return { server, port: (server.address() as AddressInfo).port, ends };
}

async function certificate(t: TestContext): Promise<{ cert: string; key: string }> {
  const dir = await tempDir(t);
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=floor", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = spawnSync("openssl", ["req", ...kind, ...names, "-keyout", key, "-out", cert]);
  assert.equal(made.status, 0, made.stderr.toString());
  return { cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
}

suite("Connections to a broker of robots", () => {
  test("what was written and is discarded ends with a reset, so that the kernel sends none of it again", async (t) => {
    let heard = "";
    const { port, ends } = await listen(t, (socket) => {
      socket.on("data", (bytes) => (heard += bytes.toString()));
    });
    const { stream, discard } = dialBroker({ url: `mqtt://127.0.0.1:${port}` });
    stream.on("error", () => undefined);
    stream.write("hello");
    await until(() => heard === "hello");
    discard();
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ["ECONNRESET"]);
    await until(() => stream.destroyed);
  });

  test("it ends with a reset below TLS too", async (t) => {
    const { cert, key } = await certificate(t);
    let heard = "";
    const { port, ends } = await listen(t, (socket) => {
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.on("error", (error: NodeJS.ErrnoException) => ends.push(error.code ?? ""));
      secure.on("data", (bytes) => (heard += bytes.toString()));
    });
    const { stream, discard } = dialBroker({ url: `mqtts://127.0.0.1:${port}`, ca: cert });
    stream.on("error", () => undefined);
    stream.write("hello");
    await until(() => heard === "hello", { what: "the handshake" });
    discard();
    await until(() => ends.length > 0);
    assert.deepEqual(ends, ["ECONNRESET"]);
    await until(() => stream.destroyed);
  });
});
