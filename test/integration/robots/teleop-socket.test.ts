import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { WebSocket } from "ws";
import type { TeleopReply } from "../../../src/robots/wire/teleop.ts";
import { until } from "../../support/box/wait.ts";
import { Rig } from "../../support/http/rig.ts";

const rig = new Rig({ quotas: { createsPerMinute: 10_000, readsPerMinute: 10_000 } });
const address = (query = "", id = "cart"): string =>
  `${rig.server.url().replace("http", "ws")}/api/v1/robots/${id}/teleop${query}`;

before(async () => {
  await rig.start();
  await rig.ask("/api/v1/robots/cart", { method: "PUT", body: { driver: "sim" } });
  await until(async () => (await status()).status === "online");
});
after(() => rig.stop());

const status = async () => (await rig.ask("/api/v1/robots/cart/status")).json;
const isStanding = async (): Promise<boolean> =>
  (await status()).data.velocity.value.linear_mps === 0;
const isMoving = async (): Promise<boolean> => !(await isStanding());
const atX = async (): Promise<number> => (await status()).data.pose.value.x;
const lastReason = async (): Promise<string> =>
  (await rig.ask("/api/v1/robots/cart/commands?limit=1")).json.data.data[0].reason;
const released = (): Promise<void> =>
  until(async () => (await status()).data.active_command === null);

interface Client {
  socket: WebSocket;
  replies: TeleopReply[];
  send(message: object): void;
  reply<K extends TeleopReply["type"]>(type: K): Promise<TeleopReply & { type: K }>;
  closed: Promise<{ code: number; reason: string }>;
}

async function connect(query = "", headers: Record<string, string> = {}): Promise<Client> {
  const socket = new WebSocket(address(query), {
    headers: { ...(headers["cookie"] ? {} : { authorization: `Bearer ${rig.key}` }), ...headers },
  });
  const replies: TeleopReply[] = [];
  socket.on("message", (data: Buffer) => void replies.push(JSON.parse(data.toString())));
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, "open");
  return {
    socket,
    replies,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    async reply(type) {
      const find = () => replies.find((each) => each.type === type);
      await until(() => find() !== undefined, { what: type });
      return find() as never;
    },
  };
}

/** Status and code of a refused upgrade. */
async function refusal(
  headers: Record<string, string>,
  path = "/api/v1/robots/cart/teleop",
): Promise<{ status: number; code: string; headers: NodeJS.Dict<string | string[]> }> {
  const { port } = rig.server.address()!;
  const outgoing = httpRequest({ host: "127.0.0.1", port, path, headers, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  const { error } = JSON.parse(text) as { error: { code: string } };
  return { status: response.statusCode!, code: error.code, headers: response.headers };
}

const upgrade = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

test("an operator drives with messages and gets an answer to each; leaving in good order ends it", async () => {
  const client = await connect("?deadman_ms=150");
  const ready = await client.reply("ready");
  assert.deepEqual([ready.robot_id, ready.deadman_ms, ready.max_linear_mps], ["cart", 150, 1]);
  client.send({ type: "drive", seq: 7, linear_mps: 0.3, angular_radps: 0 });
  assert.deepEqual(await client.reply("ack"), {
    type: "ack",
    seq: 7,
    linear_mps: 0.3,
    angular_radps: 0,
  });
  await client.reply("stopped");
  await until(isStanding);
  client.send({ type: "drive", linear_mps: 3, angular_radps: 0 });
  assert.equal((await client.reply("rejected")).rule, "speed_limit");
  client.socket.close(1000);
  await client.closed;
  await released();
  const path = `/api/v1/robots/cart/commands/${ready.command_id}`;
  await until(async () => (await rig.ask(path)).json.data.state === "succeeded");
});

test("what may not drive is refused before the WebSocket opens, as an ordinary answer", async () => {
  const key = { authorization: `Bearer ${rig.key}` };
  const looking = { authorization: `Bearer ${await rig.newKey(["robots:read"])}` };
  const codeOf = async (headers: Record<string, string>, path?: string): Promise<string> =>
    (await refusal({ ...upgrade, ...headers }, path)).code;
  assert.equal(await codeOf({}), "missing_authorization_header");
  assert.equal(await codeOf(looking), "insufficient_scope");
  assert.equal(await codeOf({ ...key, host: "evil.example" }), "host_not_allowed");
  assert.equal(await codeOf(key, "/api/v1/robots/nobody/teleop"), "not_found");
  const theirs = await rig.newKey(["robots:command"], "acme");
  assert.equal(await codeOf({ authorization: `Bearer ${theirs}` }), "not_found");
  const range = "/api/v1/robots/cart/teleop?deadman_ms=251";
  assert.equal(await codeOf(key, range), "invalid_query_parameter");
  assert.equal(await codeOf({ ...key, "sec-websocket-version": "8" }), "malformed_request");
  assert.equal(await codeOf({ ...key, "sec-websocket-key": "short" }), "malformed_request");
  const plain = await refusal(key);
  assert.deepEqual(
    [plain.status, plain.code, plain.headers["upgrade"]],
    [426, "upgrade_required", "websocket"],
  );
  // Another route does not become a WebSocket by asking for one.
  const elsewhere = await refusal({ ...upgrade, ...key }, "/api/v1/robots/nobody");
  assert.equal(elsewhere.status, 404);
  await rig.ask("/api/v1/robots/still", {
    method: "PUT",
    body: { driver: "sim", sim: { faults: { e_stop: true } } },
  });
  await until(async () => (await rig.ask("/api/v1/robots/still")).json.status === "online");
  assert.equal(await codeOf(key, "/api/v1/robots/still/teleop"), "command_rejected");
  const first = await connect();
  const other = { authorization: `Bearer ${await rig.newKey(["robots:command"])}` };
  assert.equal(await codeOf(other), "lease_held");
  first.socket.close();
  await released();
});

test("what is no message of the protocol ends the session with its code, and the robot stands", async () => {
  for (const wrong of [
    "not json",
    "null",
    "[]",
    '{"type":"fly"}',
    '{"type":"drive","linear_mps":"1","angular_radps":0}',
    '{"type":"drive","linear_mps":1e999,"angular_radps":0}',
    '{"type":"drive","linear_mps":0.1,"angular_radps":0,"more":1}',
    '{"type":"constructor"}',
    Buffer.from("binary"),
  ]) {
    const client = await connect();
    client.send({ type: "drive", linear_mps: 0.2, angular_radps: 0 });
    await client.reply("ack");
    client.socket.send(wrong, { binary: typeof wrong !== "string" });
    assert.deepEqual(await client.closed, { code: 4006, reason: "invalid_message" });
    await released();
    await until(isStanding);
  }
  const long = await connect();
  long.socket.send(JSON.stringify({ type: "heartbeat", seq: 1, pad: "x".repeat(2000) }));
  assert.equal((await long.closed).code, 1009);
  const flood = await connect();
  for (let n = 0; n < 300; n += 1) flood.send({ type: "heartbeat" });
  assert.deepEqual(await flood.closed, { code: 4007, reason: "rate_limited" });
  await released();
});

test("signing out ends what the page drives, although its heartbeats go on", async () => {
  const session = "/api/v1/session";
  const { headers, json } = await rig.ask(session, {
    method: "POST",
    key: null,
    body: { key: rig.key },
  });
  const cookie = headers["set-cookie"]![0]!.split(";")[0]!;
  const client = await connect("", { cookie, origin: rig.server.url() });
  const driving = setInterval(
    () => client.send({ type: "drive", linear_mps: 0.2, angular_radps: 0 }),
    50,
  );
  await until(isMoving);
  const csrf = { cookie, "x-csrf-token": json.data.csrf_token };
  await rig.ask(session, { method: "DELETE", key: null, headers: csrf });
  assert.deepEqual(await client.closed, { code: 4008, reason: "api_key_revoked" });
  clearInterval(driving);
  await released();
  await until(isStanding);
});

test("a stop, a revoked key and a robot that is removed close the connection with their codes", async () => {
  const stopped = await connect();
  stopped.send({ type: "stop", reason: "enough" });
  assert.deepEqual(await stopped.closed, { code: 4002, reason: "robot_stopped" });
  const made = await rig.keys.create({ org: "default", name: "x", scopes: ["robots:command"] });
  const revoked = await connect("", { authorization: `Bearer ${made.token}` });
  await rig.keys.revoke(made.key.id);
  const beating = setInterval(() => revoked.send({ type: "heartbeat" }), 50);
  assert.deepEqual(await revoked.closed, { code: 4008, reason: "api_key_revoked" });
  clearInterval(beating);
  await released();
  await rig.ask("/api/v1/robots/gone", { method: "PUT", body: { driver: "sim" } });
  await until(async () => (await rig.ask("/api/v1/robots/gone")).json.status === "online");
  const socket = new WebSocket(address("", "gone"), {
    headers: { authorization: `Bearer ${rig.key}` },
  });
  await once(socket, "open");
  const closed = once(socket, "close") as Promise<[number]>;
  await rig.ask("/api/v1/robots/gone", { method: "DELETE" });
  const [code] = await closed;
  assert.equal(code, 4009);
});

const childFile = join(import.meta.dirname, "../../support/robots/teleop-child.ts");

async function driving(): Promise<ChildProcess> {
  await released();
  const child = spawn(process.execPath, [childFile, address(), rig.key], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout!.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes('"ack"'));
  await until(isMoving);
  return child;
}

test("a client process that is killed while the robot drives leaves it standing", async () => {
  const child = await driving();
  child.kill("SIGKILL");
  await once(child, "exit");
  await until(isStanding);
  await released();
  const there = await atX();
  await until(async () => (await lastReason()) === "client_gone");
  assert.equal(await atX(), there);
});

test("a client process that is frozen while the robot drives leaves it standing, and later has no robot", async () => {
  const child = await driving();
  try {
    child.kill("SIGSTOP");
    await until(isStanding);
    // It is not the silence's 2 s that stop the robot.
    assert.notEqual((await status()).data.active_command, null);
    const there = await atX();
    await released();
    assert.equal(await atX(), there);
    await until(async () => (await lastReason()) === "heartbeat_missed");
    child.kill("SIGCONT");
    // What it had not sent yet moves nothing: its session is over.
    if (child.exitCode === null) await once(child, "exit");
    assert.equal(await atX(), there);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a server that stops closes the connection and the robot stands", async () => {
  const client = await connect();
  client.send({ type: "drive", linear_mps: 0.2, angular_radps: 0 });
  await client.reply("ack");
  await rig.server.stop();
  assert.deepEqual(await client.closed, { code: 1001, reason: "shutting_down" });
  const unit = rig.robots.unit("default", "cart")!;
  await until(() => unit.active === null);
  await until(() => unit.state.value("velocity")!.linearMps === 0);
});
