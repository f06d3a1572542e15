import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { suite, test } from "node:test";
import type { FastifyReply } from "fastify";
import type { VideoSink } from "../../../src/base/core/own-video.ts";
import { LiveVideos } from "../../../src/http/streaming/live-videos.ts";
import { StreamSlots } from "../../../src/http/streaming/stream-slots.ts";
import { WebSockets } from "../../../src/http/connections/web-sockets.ts";
import type { Caller } from "../../../src/base/jobs/operation.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

/** A socket that takes what it is told to. */
class Reader extends EventEmitter {
  readonly taken: string[] = [];
  writableNeedDrain = false;
  isStuck = false;
  ended = false;

  write(bytes: Uint8Array): boolean {
    this.taken.push(Buffer.from(bytes).toString());
    this.writableNeedDrain = this.isStuck;
    return !this.isStuck;
  }

  writeHead(): void {}

  end(): void {
    this.ended = true;
    this.emit("close");
  }

  destroy(): void {
    this.emit("close");
  }

  drain(): void {
    this.writableNeedDrain = false;
    this.emit("drain");
  }
}

function openVideo(burstBytes = 0) {
  const clock = new FakeClock();
  const slots = new StreamSlots({ perKey: 1, perBox: 1, message: "too many" });
  const sockets = new WebSockets(1024);
  const videos = new LiveVideos({
    clock,
    slots,
    sockets,
    access: { follow: () => () => undefined },
  });
  const reader = new Reader();
  let sink: VideoSink | undefined;
  let closed = 0;
  const reply = {
    raw: reader,
    request: { raw: {} },
    header() {},
    hijack() {},
    getHeaders: () => ({}),
  } as unknown as FastifyReply;
  videos.open({ caller: { keyId: "k" } as Caller, reply }, (given) => {
    sink = given;
    const close = (): void => void (closed += 1);
    const origin = { track: "main", generation: 1 } as const;
    return { origin, header: Buffer.from("head"), mimeCodec: "avc1.64001f", burstBytes, close };
  });
  const give = (name: string, key = false, bytes = name.length): void =>
    sink!.onFragment({ key, bytes: Buffer.from(name.padEnd(bytes, "-")), ptsSec: 0, wallMs: 0 });
  return { videos, reader, sink: sink!, give, clock, slots, closed: () => closed };
}

suite("a reader of live video", () => {
  test("gets the header first and begins with a key frame", () => {
    const { reader, give } = openVideo();
    give("p0");
    give("k1", true);
    give("p1");
    assert.deepEqual(reader.taken, ["head", "k1", "p1"]);
  });

  test("that is slow loses up to the next key frame, and never half a group of pictures", () => {
    const { reader, give, clock, videos } = openVideo();
    reader.isStuck = true;
    give("k1", true);
    give("p1");
    clock.advance(2500);
    give("p2");
    give("p3");
    reader.drain();
    give("p4");
    give("k2", true);
    reader.isStuck = false;
    reader.drain();
    give("p5");
    assert.deepEqual(reader.taken, ["head", "k1", "k2", "p5"]);
    reader.end();
    assert.deepEqual(videos.counts(), { open: 0, dropped: 4 });
  });

  test("never has more than four megabytes waiting, beside the group that it began with", () => {
    const burstBytes = 6 * 1024 * 1024;
    const { reader, give, videos } = openVideo(burstBytes);
    reader.isStuck = true;
    give("k1", true);
    const mebibyte = 1024 * 1024;
    for (let at = 0; at < 12; at += 1) give("p", false, mebibyte);
    reader.isStuck = false;
    reader.drain();
    // The twelfth found more than ten waiting: all of them went, and it too.
    assert.equal(reader.taken.length, 2);
    reader.end();
    assert.equal(videos.counts().dropped, 12);
  });

  test("is ended when the video is another one, and gives back its place", () => {
    const { reader, sink, give, slots, closed } = openVideo();
    give("k1", true);
    sink.onEnd();
    give("k2", true);
    assert.equal(reader.ended, true);
    assert.deepEqual(reader.taken, ["head", "k1"]);
    assert.equal(slots.total, 0);
    assert.equal(closed(), 1);
  });

  test("that takes nothing for a minute is dropped", () => {
    const { reader, give, clock, slots } = openVideo();
    reader.isStuck = true;
    give("k1", true);
    clock.advance(60_000);
    assert.equal(slots.total, 0);
  });
});
