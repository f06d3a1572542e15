import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { RtspFramer } from "../../../../src/adapters/rtsp-relay/rtsp-framer.ts";
import { fc } from "../../../support/box/properties.ts";

function interleaved(channel: number, payload: Uint8Array): Buffer {
  const head = Buffer.from([0x24, channel, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

function frameAll(chunks: readonly Buffer[]): { order: string[]; data: Buffer; garbage: number } {
  const order: string[] = [];
  const data: Buffer[] = [];
  let garbage = 0;
  const framer = new RtspFramer({
    onMessage: (message) => order.push(`${message.startLine}|${message.body.toString()}`),
    onData: (bytes) => {
      if (order.at(-1) !== "data") order.push("data");
      data.push(Buffer.from(bytes));
    },
    onGarbage: () => (garbage += 1),
  });
  for (const chunk of chunks) framer.push(chunk);
  return { order, data: Buffer.concat(data), garbage };
}

suite("RTSP framer", () => {
  const packets = [interleaved(0, Buffer.alloc(1400, 0x24)), interleaved(1, Buffer.alloc(0))];
  const message = Buffer.from("RTSP/1.0 200 OK\r\nCSeq: 4\r\nContent-Length: 5\r\n\r\nhello");
  const stream = Buffer.concat([message, ...packets, message, Buffer.from("\r\n"), ...packets]);

  test("keeps the order of messages and data whatever chunks they come in", () => {
    const whole = frameAll([stream]);
    const said = "RTSP/1.0 200 OK|hello";
    assert.deepEqual(whole.order, [said, "data", said, "data"]);
    assert.deepEqual(whole.data, Buffer.concat([...packets, ...packets]));
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 40 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const chunks = edges.slice(1).map((end, index) => stream.subarray(edges[index], end));
        assert.deepEqual(frameAll(chunks), whole);
      }),
    );
  });

  test("a run of packets in one chunk is one piece", () => {
    let pieces = 0;
    const framer = new RtspFramer({ onMessage() {}, onGarbage() {}, onData: () => (pieces += 1) });
    framer.push(Buffer.concat(packets));
    assert.equal(pieces, 1);
  });

  test("a header block or body beyond the limit, or no RTSP at all, is garbage once", () => {
    const endless = Buffer.from(`RTSP/1.0 200 OK\r\nX: ${"x".repeat(20_000)}`);
    const huge = Buffer.from("RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n");
    const other = Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n");
    const binary = Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3]);
    for (const bytes of [endless, huge, other, binary]) {
      assert.equal(frameAll([bytes, bytes]).garbage, 1);
    }
  });

  test("never throws on any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (x) => void frameAll([Buffer.from(x)])),
    );
  });
});
