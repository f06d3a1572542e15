import assert from "node:assert/strict";
import { test } from "node:test";
import { FoxgloveServer } from "../../../src/adapters/foxglove/foxglove-server.ts";
import { PacedSocket } from "../../../src/adapters/foxglove/paced-socket.ts";
import type { TraceListener } from "../../../src/robots/fleet/robot-trace.ts";
import type { LiveFeed, LiveSocket } from "../../../src/robots/foxglove/live-port.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

/** A client that reads when it is told. */
class Reader implements LiveSocket {
  bufferedAmount = 0;
  readonly got: Uint8Array[] = [];
  readonly texts: string[] = [];
  #onMessage: (data: Buffer, isBinary: boolean) => void = () => undefined;

  send(message: string | Uint8Array): void {
    if (typeof message === "string") {
      this.texts.push(message);
      return;
    }
    this.got.push(message);
    this.bufferedAmount += message.length;
  }

  close(): void {}

  on(_event: "message", listener: (data: Buffer, isBinary: boolean) => void): void {
    this.#onMessage = listener;
  }

  once(): void {}

  say(message: object): void {
    this.#onMessage(Buffer.from(JSON.stringify(message)), false);
  }
}

test("messages for a slow client wait within the bounds, the oldest are dropped and counted, and the newest arrive", () => {
  const clock = new FakeClock();
  const socket = new Reader();
  let dropped = 0;
  const limits = { waitingMessages: 5, waitingBytes: 1000, socketBytes: 20 };
  const paced = new PacedSocket({ socket, clock, limits, onDrop: () => (dropped += 1) });
  for (let at = 0; at < 20; at += 1) paced.send(new Uint8Array(10).fill(at));
  assert.equal(socket.got.length, 2);
  assert.equal(dropped, 13);
  socket.bufferedAmount = 0;
  clock.advance(50);
  assert.equal(socket.got.length, 4);
  for (let turn = 0; turn < 3; turn += 1) {
    socket.bufferedAmount = 0;
    clock.advance(50);
  }
  assert.deepEqual(
    socket.got.map(([first]) => first),
    [0, 1, 15, 16, 17, 18, 19],
  );
  const large = new PacedSocket({ socket, clock, limits, onDrop: () => (dropped += 1) });
  socket.bufferedAmount = 100;
  large.send(new Uint8Array(900));
  large.send(new Uint8Array(900));
  assert.equal(dropped, 14, "bytes are bounded too");
  large.close();
});

test("a client that does not read costs another one nothing", () => {
  const clock = new FakeClock();
  const listeners = new Set<TraceListener>();
  const feed: LiveFeed = {
    robots: () => [{ id: "cart", hasPictures: false }],
    maps: () => [],
    follow(_id, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    followIncidents: () => () => undefined,
  };
  const server = new FoxgloveServer(clock);
  const [slow, quick] = [new Reader(), new Reader()];
  for (const socket of [slow, quick]) {
    server.serve(socket, feed);
    const { channels } = JSON.parse(socket.texts[1]!) as {
      channels: { id: number; topic: string }[];
    };
    const { id: channelId } = channels.find(({ topic }) => topic === "/cart/pose")!;
    socket.say({ op: "subscribe", subscriptions: [{ id: 1, channelId }] });
  }
  const pose = { frame: "map", xM: 1, yM: 2, yawRad: 0 };
  for (let at = 0; at < 3000; at += 1) {
    for (const each of listeners) {
      each.onSample?.({ atMs: clock.wallMs(), sample: { source: "test", pose } });
    }
    quick.bufferedAmount = 0;
  }
  assert.equal(quick.got.length, 3000);
  assert.ok(slow.bufferedAmount < 300_000);
  assert.ok(server.dropped > 500);
});
