import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { test } from "node:test";
import { Connections } from "../../../src/http/connections/connections.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

class Peer extends EventEmitter {
  readonly remoteAddress: string;
  readonly remotePort: number;
  isDropped = false;

  constructor(remoteAddress: string, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  destroy(): void {
    this.isDropped = true;
    this.emit("close");
  }
}

function door(limits: { perAddress: number; box: number; reserve: number }) {
  const clock = new FakeClock(0);
  const connections = new Connections(clock, limits);
  const server = new EventEmitter();
  connections.attach(server as Server);
  let port = 0;
  const arrive = (address: string): Peer => {
    port += 1;
    const peer = new Peer(address, port);
    server.emit("connection", peer);
    return peer;
  };
  const ask = (peer: Peer): EventEmitter => {
    const response = new EventEmitter();
    server.emit("request", { socket: peer }, response);
    return response;
  };
  const known = (address: string): Peer => {
    const peer = arrive(address);
    connections.admit(peer as unknown as Socket);
    return peer;
  };
  return { clock, connections, arrive, ask, known };
}

test("an IPv6 host is bounded by its network of 64 bits, an IPv4 host by itself", async () => {
  const { clock, arrive } = door({ perAddress: 2, box: 100, reserve: 1 });
  const one = ["2001:db8::1", "2001:db8:0:0:1::2", "2001:db8::ffff:3"].map(arrive);
  const other = ["2001:db8:0:1::1", "::ffff:10.0.0.1", "::ffff:10.0.0.2", "::1"].map(arrive);
  clock.advance(2000);
  assert.deepEqual(
    [...one, ...other].map(({ isDropped }) => isDropped),
    [true, false, false, false, false, false, false],
  );
});

test("connections that speak are dropped after those that are silent", () => {
  const { clock, arrive, ask } = door({ perAddress: 1, box: 100, reserve: 1 });
  const speaking = arrive("10.0.0.1");
  const response = ask(speaking);
  const silent = arrive("10.0.0.1");
  clock.advance(2000);
  assert.deepEqual([speaking.isDropped, silent.isDropped], [false, true]);
  response.emit("close");
  const newer = arrive("10.0.0.1");
  clock.advance(2000);
  assert.deepEqual([speaking.isDropped, newer.isDropped], [true, false]);
});

test("a full box drops silent crowds first, then idle holders of keys, and keeps its reserve", () => {
  const { connections, arrive, ask, known } = door({ perAddress: 64, box: 12, reserve: 1 });
  const idle = known("10.0.0.1");
  const busy = known("10.0.0.1");
  ask(busy);
  const crowd = Array.from({ length: 10 }, () => arrive("10.0.0.2"));
  assert.equal(connections.counts().open, 12);
  const first = arrive("10.0.0.3");
  assert.deepEqual([crowd[0]!.isDropped, idle.isDropped], [true, false]);
  for (const peer of crowd.slice(1, 4)) connections.admit(peer as unknown as Socket);
  for (const peer of crowd.slice(1, 4)) ask(peer);
  arrive("10.0.0.4");
  assert.deepEqual([idle.isDropped, first.isDropped], [true, false]);
  const last = arrive("10.0.0.5");
  assert.deepEqual([connections.counts().open, last.isDropped], [13, false], "the reserve");
  assert.equal(connections.isCrowded(last as unknown as Socket), true);
  assert.equal(connections.isCrowded(busy as unknown as Socket), false);
  arrive("10.0.0.6");
  assert.equal(connections.counts().open, 13);
  assert.equal(crowd[4]!.isDropped, true, "beyond the reserve the longest silent stranger goes");
});

test("when every connection is at work, one too many is dropped itself", () => {
  const { connections, arrive, ask, known } = door({ perAddress: 64, box: 2, reserve: 1 });
  for (const address of ["10.0.0.1", "10.0.0.2", "10.0.0.3"]) ask(known(address));
  assert.equal(arrive("10.0.0.4").isDropped, true);
  assert.deepEqual(connections.counts(), { open: 3, dropped: 1 });
});
