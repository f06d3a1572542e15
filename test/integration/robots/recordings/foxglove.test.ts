import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test, type TestContext } from "node:test";
import { FoxgloveClient } from "@foxglove/ws-protocol";
import { WebSocket } from "ws";
import { until } from "../../../support/box/wait.ts";
import { Rig } from "../../../support/http/rig.ts";
import { assertKnown } from "../../../support/robots/read-mcap.ts";

const rig = new Rig({ quotas: { createsPerMinute: 10_000, readsPerMinute: 10_000 } });
const path = "/api/v1/robots/foxglove";
const wsUrl = (): string => rig.server.url().replace("http", "ws") + path;

before(async () => {
  await rig.start();
  const sim = { scanner: {}, camera: {} };
  await rig.ask("/api/v1/robots/cart", { method: "PUT", body: { driver: "sim", sim } });
  await rig.ask("/api/v1/robots/maps", {
    method: "POST",
    body: {
      name: "Hall",
      frame: "map",
      grid: {
        yaml: "image: hall.pgm\nresolution: 0.5\norigin: [-1, -2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n",
        image: Buffer.from("P2 2 2 255 0 255 255 255").toString("base64"),
      },
    },
  });
});
after(() => rig.stop());

interface Seen {
  socket: WebSocket;
  client: InstanceType<typeof FoxgloveClient>;
  /** Channels by topic. */
  topics: Map<string, { id: number; schemaName: string }>;
  statuses: string[];
  messages: { topic: string; schema: string; data: Record<string, unknown> }[];
  subscribe(topic: string): Promise<void>;
  first(topic: string): Promise<Record<string, unknown>>;
}

/** A client by the makers of the protocol. */
async function connect(
  t: TestContext,
  options: { url?: string; key?: string | null; protocols?: string[] } = {},
): Promise<Seen> {
  const { url = wsUrl(), key = rig.key, protocols = ["foxglove.sdk.v1"] } = options;
  // Foxglove in a browser is a page of another origin, and sends no key.
  const foreign = { origin: "https://app.foxglove.dev" };
  const headers = key === null ? foreign : { authorization: `Bearer ${key}` };
  const socket = new WebSocket(url, protocols, { headers });
  t.after(() => socket.terminate());
  // oxlint-disable-next-line typescript/no-explicit-any -- its types are those of a browser's WebSocket
  const client = new FoxgloveClient({ ws: socket as any });
  const topics: Seen["topics"] = new Map();
  const names = new Map<number, { topic: string; schema: string }>();
  const seen: Seen = {
    socket,
    client,
    topics,
    statuses: [],
    messages: [],
    async subscribe(topic) {
      await until(() => topics.has(topic), { what: topic });
      const { id, schemaName: schema } = topics.get(topic)!;
      names.set(client.subscribe(id), { topic, schema });
    },
    async first(topic) {
      const find = () => seen.messages.find((each) => each.topic === topic)?.data;
      await until(() => find() !== undefined, { what: `a message of ${topic}` });
      return find()!;
    },
  };
  client.on("advertise", (channels) => {
    for (const { topic, id, schemaName, encoding, schemaEncoding } of channels) {
      assert.deepEqual([encoding, schemaEncoding], ["json", "jsonschema"]);
      topics.set(topic, { id, schemaName });
    }
  });
  client.on("status", ({ message }) => void seen.statuses.push(message));
  client.on("message", ({ subscriptionId, data }) => {
    const { topic, schema } = names.get(subscriptionId)!;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
    assertKnown(schema, value);
    seen.messages.push({ topic, schema, data: value });
  });
  const opened = new Promise<void>((resolve) => client.on("serverInfo", () => resolve()));
  client.on("error", () => undefined);
  await Promise.race([opened, once(socket, "unexpected-response").then(refused)]);
  return seen;
}

function refused(values: unknown[]): never {
  const { statusCode } = values[1] as { statusCode: number };
  throw new Error(`answered ${statusCode}`);
}

for (const protocol of ["foxglove.sdk.v1", "foxglove.websocket.v1"]) {
  test(`a client of ${protocol} sees robots, maps, scans, pictures, commands and refusals`, async (t) => {
    const seen = await connect(t, { protocols: [protocol] });
    assert.equal(seen.socket.protocol, protocol);
    const map = [...seen.topics.keys()].find((each) => each.startsWith("/map/Hall"))!;
    const wanted = ["/tf", "/log", "/cart/pose", "/cart/scan", "/cart/camera", "/cart/record", map];
    for (const topic of wanted) await seen.subscribe(topic);
    const { transforms } = (await seen.first("/tf")) as {
      transforms: { child_frame_id: string; parent_frame_id: string }[];
    };
    assert.deepEqual(
      [transforms[0]!.parent_frame_id, transforms[0]!.child_frame_id],
      ["map", "cart/base_link"],
    );
    const scan = await seen.first("/cart/scan");
    assert.equal((scan["ranges"] as number[]).length, 180);
    const grid = await seen.first(map);
    assert.deepEqual([...Buffer.from(String(grid["data"]), "base64")], [0, 0, 100, 0]);
    const target = { frame: "nowhere", x: 1, y: 0 };
    await rig.ask("/api/v1/robots/cart/command", {
      method: "POST",
      body: { command: { command: "move_to", target } },
    });
    const record = await seen.first("/cart/record");
    assert.equal(record["event"], "command_refused");
    assert.match(String((await seen.first("/log"))["message"]), /unknown_frame/);
    assert.equal(seen.statuses.length, 0);
  });
}

test("what a client sends to change something is refused by name, and nothing happens", async (t) => {
  const seen = await connect(t);
  const channel = { topic: "/cmd_vel", encoding: "json", schemaName: "geometry_msgs/Twist" };
  const id = seen.client.advertise(channel);
  seen.client.sendMessage(id, new Uint8Array([123, 125]));
  const payload = {
    serviceId: 1,
    callId: 1,
    encoding: "json",
    data: new DataView(new ArrayBuffer(2)),
  };
  seen.client.sendServiceCallRequest(payload);
  seen.client.setParameters([{ name: "speed", value: 3 }]);
  seen.socket.send("{");
  await until(() => seen.statuses.length >= 5, { what: "five refusals" });
  const names = ["advertise", "publish", "service call", "setParameters", "message"];
  assert.deepEqual(
    seen.statuses.map((each) => each.split(":", 1)[0]),
    names,
  );
  const robot = await rig.ask("/api/v1/robots/cart/status");
  assert.equal(robot.json.data.active_command, null);
});

test("without a key there is no connection, and one ends within a second after its key", async (t) => {
  await assert.rejects(connect(t, { key: null }), /answered 401/);
  const made = await rig.ask("/api/v1/keys", {
    method: "POST",
    body: { name: "foxglove", preset: "viewer" },
  });
  const { key, id } = made.json.data as { key: string; id: string };
  const seen = await connect(t, { key });
  const address = await rig.ask(path, { method: "POST", key });
  const { url } = address.json.data as { url: string };
  const byTicket = await connect(t, { url, key: null });
  await byTicket.subscribe("/cart/pose");
  await byTicket.first("/cart/pose");
  const closed = Promise.all([once(seen.socket, "close"), once(byTicket.socket, "close")]);
  const fromMs = performance.now();
  await rig.ask(`/api/v1/keys/${id}`, { method: "DELETE" });
  const codes = (await closed).map(([code]) => code as number);
  assert.deepEqual(codes, [4008, 4008]);
  assert.ok(performance.now() - fromMs < 1500);
  await assert.rejects(connect(t, { url, key: null }), /answered 404/);
  const wrong = url.slice(0, -1) + (url.endsWith("A") ? "B" : "A");
  await assert.rejects(connect(t, { url: wrong, key: null }), /answered 404/);
});
