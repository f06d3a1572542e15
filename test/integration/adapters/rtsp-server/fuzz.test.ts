import assert from "node:assert/strict";
import { test } from "node:test";
import { statusOf } from "../../../../src/adapters/rtsp-relay/rtsp-message.ts";
import { numbers } from "../../../support/box/numbers.ts";
import { usedBytes } from "../../../support/box/memory-bytes.ts";
import { until } from "../../../support/box/wait.ts";
import { RtspClient } from "../../../support/cameras/rtsp-client.ts";
import { type RtspRig, startRtspRig } from "../../../support/cameras/rtsp-rig.ts";

/** The requests of a whole session, as bytes to mutate. */
function samples(rig: RtspRig, authorization: string): Buffer[] {
  const uri = rig.url("yard");
  const sign = `Authorization: ${authorization}`;
  return [
    `OPTIONS ${uri} RTSP/1.0\r\nCSeq: 1\r\n\r\n`,
    `DESCRIBE ${uri} RTSP/1.0\r\nCSeq: 2\r\n${sign}\r\n\r\n`,
    `SETUP ${uri}/trackID=0 RTSP/1.0\r\nCSeq: 3\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n${sign}\r\n\r\n`,
    `SETUP ${uri} RTSP/1.0\r\nCSeq: 3\r\nTransport: RTP/AVP;unicast;client_port=40000-40001\r\n\r\n`,
    `SETUP ${uri}/trackID=1 RTSP/1.0\r\nCSeq: 4\r\nTransport: RTP/AVP/TCP;unicast;interleaved=2-3\r\n${sign}\r\n\r\n`,
    `PLAY ${uri} RTSP/1.0\r\nCSeq: 4\r\nSession: 0011223344556677\r\n\r\n`,
    `GET_PARAMETER ${uri} RTSP/1.0\r\nCSeq: 5\r\nContent-Length: 4\r\n\r\nabcd`,
    "$\u0001\u0000\u0008\u0081\u00c9\u0000\u0001abcd",
  ].map((text) => Buffer.from(text, "latin1"));
}

function mutate(sample: Buffer, random: () => number): Buffer {
  const bytes = Buffer.from(sample);
  const at = (): number => Math.floor(random() * bytes.length);
  for (let changes = 1 + Math.floor(random() * 6); changes > 0; changes -= 1) {
    bytes[at()] = Math.floor(random() * 256);
  }
  const kind = random();
  if (kind < 0.2) return bytes.subarray(0, at());
  if (kind < 0.4) return Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())]);
  if (kind < 0.5) return Buffer.concat([bytes, Buffer.alloc(Math.floor(random() * 40_000), 0x41)]);
  return bytes;
}

/** A leak of 100 bytes a message would be twice this in the long form. */
const growthBytes = 5 * 1024 * 1024;
const messages = process.env["TEST_LONG"] === "1" ? 100_000 : 3000;

test(`${messages} mutated messages end no other session and leave nothing open`, async (t) => {
  const rig = await startRtspRig(t, { hasTone: true });
  const reader = rig.client("yard");
  await reader.play();
  const random = numbers(20);
  const mutants = samples(rig, reader.authorization("DESCRIBE"));
  let before = 0;
  for (let sent = 0; sent < messages;) {
    // Code is compiled and caches are filled in the first tenth.
    if (before === 0 && sent >= messages / 10) before = usedBytes();
    const client = new RtspClient(rig.url("yard"));
    for (let each = 0; each < 8; each += 1, sent += 1) {
      await client.write(mutate(mutants[sent % mutants.length]!, random));
    }
    client.socket.end();
    await until(() => client.isClosed || client.socket.readableEnded, { what: "an end" });
    client.close();
  }
  reader.packets.length = 0;
  await until(() => reader.packets.length > 5, { what: "more video" });
  await until(() => usedBytes() - before < growthBytes, { what: "the former size of the heap" });
  assert.equal(statusOf(await reader.request("OPTIONS")), 200);
  assert.equal(rig.server.readers(), 1);
  reader.close();
  await until(() => rig.live.readers === 0, { what: "the end of the video" });
});
