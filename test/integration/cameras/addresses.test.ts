import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { cameraAddress, dial, refusalOf } from "../../../src/adapters/rtsp-relay/dial.ts";
import { loopbackHosts } from "../../support/http/loopback-hosts.ts";

const siteNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];
const hosts = [...loopbackHosts, "user@127.0.0.1", "169.254.169.254", "8.8.8.8"];

test(`a camera's address outside of the site's networks is not dialled, in ${hosts.length} ways of writing it`, async (t) => {
  let connections = 0;
  const victim = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => victim.listen(0, "127.0.0.1", done));
  t.after(() => void victim.close());
  const { port } = victim.address() as { port: number };
  const { signal } = new AbortController();
  for (const host of hosts) {
    const url = `rtsp://${host}:${port}/stream`;
    const address = cameraAddress({ kind: "rtsp", url });
    if (!address) continue;
    const options = { allowedNetworks: siteNetworks, connectTimeoutMs: 2000 };
    const outcome = await dial(address, options, signal);
    assert.ok("code" in outcome, `${host} was dialled`);
  }
  assert.equal(connections, 0);
});

test("the box's own addresses and metadata services are no cameras unless listed one by one", async (t) => {
  let connections = 0;
  const victim = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => victim.listen(0, "127.0.0.1", done));
  t.after(() => void victim.close());
  const { port } = victim.address() as { port: number };
  const outcome = async (host: string, options: Parameters<typeof dial>[1]): Promise<string> => {
    const address = cameraAddress({ kind: "rtsp", url: `rtsp://${host}:${port}/stream` })!;
    const end = await dial(
      address,
      { connectTimeoutMs: 2000, ...options },
      AbortSignal.timeout(5000),
    );
    if ("code" in end) return end.code;
    end.destroy();
    return "dialled";
  };
  const wide = ["127.0.0.0/8", "169.254.0.0/16"];
  // An interface of this machine that every machine has stands for its address on the LAN.
  const ownAddresses = (): string[] => ["127.0.0.1"];
  const mine = { allowedNetworks: wide, ownAddresses };
  assert.equal(await outcome("127.0.0.1", mine), "forbidden_address");
  assert.equal(await outcome("[::ffff:127.0.0.1]", mine), "forbidden_address");
  assert.equal(await outcome("169.254.169.254", mine), "forbidden_address");
  const ownPorts = (): number[] => [port];
  assert.equal(
    await outcome("127.0.0.1", { allowedNetworks: wide, ownPorts }),
    "forbidden_address",
  );
  assert.equal(connections, 0);
  const listed = { allowedNetworks: ["127.0.0.1/32"], ownAddresses };
  assert.equal(await outcome("127.0.0.1", listed), "dialled");
  assert.equal(await outcome("127.0.0.1", { allowedNetworks: wide }), "dialled");
});

test("a host beyond ASCII is shown as it was written, and looked up in its ASCII form", () => {
  const address = cameraAddress({ kind: "rtsp", url: "rtsp://kamera-süd.local/1" });
  assert.equal(address?.at, "kamera-süd.local:554");
  assert.equal(address?.host, "xn--kamera-sd-x9a.local");
});

test("a literal address that the site does not list is refused before anything is dialled", () => {
  const options = { allowedNetworks: siteNetworks, ownAddresses: () => [] };
  const refused = (host: string): boolean =>
    refusalOf({ kind: "rtsp", url: `rtsp://${host}/a` }, options) !== null;
  for (const host of ["8.8.8.8", "127.0.0.1", "localhost", "[::1]", "169.254.169.254"]) {
    assert.ok(refused(host), host);
  }
  for (const host of ["10.1.2.3", "[fd00::5]", "gate.lan"]) assert.ok(!refused(host), host);
});
