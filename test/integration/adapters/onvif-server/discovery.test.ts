import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { discover } from "../../../../src/adapters/onvif/discovery.ts";
import {
  DiscoveryResponder,
  type DiscoveryNetwork,
} from "../../../../src/adapters/onvif-server/discovery-responder.ts";
import { localNetworks } from "../../../../src/adapters/onvif-server/local-networks.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { until } from "../../../support/box/wait.ts";

const never = new AbortController().signal;

async function responderOf(t: TestContext, network: Partial<DiscoveryNetwork> = {}) {
  const responder = new DiscoveryResponder({
    source: { identity: () => ({ name: "Depot & yard", version: "1.2.3", serial: "0190-box" }) },
    clock: systemClock,
    log: silentLogger,
    ports: () => ({ http: 8557, https: 8556 }),
    random: () => 0,
    network: {
      listen: { address: "127.0.0.1", port: 0, joins: [] },
      group: { host: "127.0.0.1", port: 9, interfaces: [] },
      addressFor: (peer) => peer,
      ...network,
    },
  });
  await responder.start();
  t.after(() => responder.stop());
  return responder;
}

/** A socket on loopback with the datagrams that it gets. */
async function listener(t: TestContext) {
  const socket = createSocket("udp4");
  const heard: string[] = [];
  socket.on("message", (bytes) => heard.push(bytes.toString()));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => void socket.close());
  return { socket, heard, port: socket.address().port };
}

function probe(types: string, scopes = "", id = "urn:uuid:1"): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:x="urn:x"><s:Header><a:MessageID>${id}</a:MessageID></s:Header><s:Body><d:Probe><d:Types>${types}</d:Types><d:Scopes>${scopes}</d:Scopes></d:Probe></s:Body></s:Envelope>`;
}

test("the box's own search finds the box like a camera", async (t) => {
  const responder = await responderOf(t);
  const options = { waitMs: 1000, signal: never, mayUse: () => true, interfaces: ["127.0.0.1"] };
  const target = { host: "127.0.0.1", port: responder.port()! };
  assert.deepEqual(await discover({ ...options, target }), [
    {
      url: "http://127.0.0.1:8557/onvif/device_service",
      ip: "127.0.0.1",
      name: "Depot & yard",
      hardware: "Gatehouse",
      location: "Depot & yard",
    },
  ]);
});

test("searches for other devices, other messages and other networks get no answer", async (t) => {
  const far = await responderOf(t, { addressFor: () => undefined });
  const near = await responderOf(t);
  const { socket, heard } = await listener(t);
  const silent = [
    "hello",
    "<a/>",
    probe("x:Printer"),
    probe("", "onvif://www.onvif.org/Profile/G"),
    probe("", "onvif://www.onvif.org/Profile/Stream"),
    probe("", "", "x".repeat(300)),
    probe("", "", ""),
    probe("").replace("<s:Header>", "<!DOCTYPE a><s:Header>"),
    "x".repeat(20_000),
  ];
  for (const text of silent) socket.send(text, near.port()!, "127.0.0.1");
  socket.send(probe(""), far.port()!, "127.0.0.1");
  // Answers come in the order of the searches.
  socket.send(
    probe("x:Device", "onvif://www.onvif.org/Profile", "urn:uuid:last"),
    near.port()!,
    "127.0.0.1",
  );
  await until(() => heard.length > 0, { what: "an answer" });
  assert.equal(heard.length, 1);
  assert.match(heard[0]!, /<a:RelatesTo>urn:uuid:last<\/a:RelatesTo>/);
  assert.match(heard[0]!, /urn:uuid:0190-box/);
});

test("the device says that it comes and goes", async (t) => {
  const { heard, port } = await listener(t);
  const group = { host: "127.0.0.1", port, interfaces: [] };
  const responder = await responderOf(t, { group: { ...group, interfaces: ["127.0.0.1"] } });
  await until(() => heard.length === 1, { what: "the greeting" });
  assert.match(heard[0]!, /<d:Hello>.*http:\/\/127\.0\.0\.1:8557\/onvif/);
  await responder.stop();
  await until(() => heard.length === 2, { what: "the farewell" });
  assert.match(heard[1]!, /<d:Bye>/);
});

test("a port that is taken leaves the device without discovery, and nothing else", async (t) => {
  const taken = createSocket("udp4").bind(0, "127.0.0.1");
  await once(taken, "listening");
  t.after(() => void taken.close());
  const responder = await responderOf(t, {
    listen: { address: "127.0.0.1", port: taken.address().port, joins: [] },
  });
  assert.equal(responder.port(), undefined);
});

test("the box does not answer itself, loopback, or peers beyond its own networks", () => {
  const { addressFor, group } = localNetworks("0.0.0.0");
  assert.equal(addressFor("127.0.0.1"), undefined);
  assert.equal(addressFor("203.0.113.7"), undefined);
  for (const own of group.interfaces) assert.equal(addressFor(own), undefined);
  assert.ok(!group.interfaces.includes("127.0.0.1"));
});
