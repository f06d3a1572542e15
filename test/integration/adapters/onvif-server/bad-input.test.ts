import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { until } from "../../../support/box/wait.ts";
import { answerOf, message, startOnvifRig } from "../../../support/cameras/onvif/server-rig.ts";

test("what is no SOAP 1.2 is a fault of the sender, and never signs in", async (t) => {
  const rig = await startOnvifRig(t);
  const whole = message({ operation: "GetSystemDateAndTime" });
  const bombs = [
    "",
    "hello",
    "<a/>",
    whole.slice(0, -5),
    whole.replace("2003/05/soap-envelope", "other"),
    whole.replace("<s:Header>", "<!DOCTYPE a [<!ENTITY b 'c'>]><s:Header>"),
    whole.replace('<?xml version="1.0"?>', "<!DOCTYPE a [<!ENTITY b 'c'>]>"),
    whole.replace("<s:Header>", "<s:Header>&b;"),
    whole.replace("<s:Header>", `<s:Header>${"<a>".repeat(100)}${"</a>".repeat(100)}`),
    `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>`,
  ];
  for (const text of bombs) {
    const { status, codes } = await answerOf(await rig.post(text));
    assert.deepEqual([status, codes], [400, ["WellFormed"]], text.slice(0, 200));
  }
  const binary = await fetch(`${rig.origin}/onvif/device_service`, {
    method: "POST",
    body: Buffer.from([0xff, 0xfe, 0x00]),
  });
  assert.deepEqual((await answerOf(binary)).codes, ["WellFormed"]);
  assert.deepEqual(rig.tried, []);
});

test("a message of more than 64 KiB, other methods and other paths are refused", async (t) => {
  const rig = await startOnvifRig(t);
  const long = await answerOf(await rig.post("x".repeat(65 * 1024)));
  assert.deepEqual([long.status, long.codes], [413, ["WellFormed"]]);
  const get = await answerOf(await fetch(`${rig.origin}/onvif/device_service`));
  assert.deepEqual([get.status, get.headers.get("allow")], [405, "POST"]);
  assert.equal((await answerOf(await rig.post(message({ operation: "X" }), "/"))).status, 404);
});

test("a message that never ends is dropped at the limit", async (t) => {
  const rig = await startOnvifRig(t);
  const socket = connect(rig.server.ports().http!, "127.0.0.1");
  t.after(() => socket.destroy());
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(
    "POST /onvif/device_service HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const chunk = `1000\r\n${"x".repeat(0x1000)}\r\n`;
  for (let sent = 0; sent < 40; sent += 1) socket.write(chunk);
  await once(socket, "close");
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /connection: close/i);
});

test("unknown operations and services, and unknown categories, have the faults of ONVIF", async (t) => {
  const { ask } = await startOnvifRig(t);
  const unknown = await ask({ operation: "SetSystemFactoryDefault" });
  assert.deepEqual([unknown.status, unknown.codes], [500, ["ActionNotSupported"]]);
  assert.deepEqual((await ask({ operation: "toString" })).codes, ["ActionNotSupported"]);
  const ptz = await ask({ service: "ptz", operation: "ContinuousMove" });
  assert.deepEqual([ptz.status, ptz.codes], [400, ["UnknownAction"]]);
  const args = "<o:Category>PTZ</o:Category>";
  const category = await ask({ operation: "GetCapabilities", args });
  assert.deepEqual(category.codes, ["InvalidArgVal", "NoSuchService"]);
});

test("a failure of the box is a fault that tells nothing of its inside", async (t) => {
  const { ask } = await startOnvifRig(t, {
    source: {
      streams() {
        throw new TypeError("secret detail");
      },
    },
  });
  const { status, body } = await ask({ service: "media", operation: "GetProfiles" });
  assert.equal(status, 500);
  assert.doesNotMatch(JSON.stringify(body), /secret detail/);
});

test("one address holds 64 connections at most, and gets its place back", async (t) => {
  const rig = await startOnvifRig(t);
  const port = rig.server.ports().http!;
  const sockets = Array.from({ length: 70 }, () => connect(port, "127.0.0.1"));
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  let closed = 0;
  for (const socket of sockets) {
    socket.on("error", () => {});
    socket.resume();
    socket.on("close", () => (closed += 1));
  }
  await until(() => closed === 6, { what: "the end of those beyond the bound" });
  for (const socket of sockets) socket.destroy();
  await until(() => closed === 70, { what: "the end of all" });
  const isAnswered = async (): Promise<boolean> => {
    const answer = await rig.post(message({ operation: "GetSystemDateAndTime" })).catch(() => null);
    return answer?.status === 200;
  };
  await until(isAnswered, { what: "an answer" });
});
