import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FeedRouter } from "../../../../src/adapters/vision/feed.ts";
import { VisionLink } from "../../../../src/adapters/vision/vision-link.ts";
import { WatchedStream } from "../../../../src/adapters/vision/watched-stream.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { FrameResult } from "../../../../src/perception/core/vision-port.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { childrenOf, everything, until } from "../../../support/perception/vision-watch.ts";

const router = new FeedRouter();
const up = Promise.withResolvers<void>();
const link = new VisionLink({
  log: silentLogger,
  clock: systemClock,
  child: {
    modelDirs: [],
    ffmpegPath: "ffmpeg",
    hardware: "off",
    threads: 1,
    stateDir: undefined,
    inferenceServers: [],
  },
  events: {
    onUp: () => up.resolve(),
    onDown: () => {},
    onModels: () => {},
    onFeedMessage: (message) => router.route(message),
  },
});

before(async () => {
  link.start();
  await up.promise;
});
after(() => link.stop());

/** A live stream whose time moves when told, while its decoder is a real one. */
function watchLive() {
  const clock = new FakeClock();
  const results: FrameResult[] = [];
  const problems: unknown[] = [];
  const stream = new WatchedStream({
    link,
    router,
    clock,
    log: silentLogger,
    options: { streamId: "yard", ...everything },
    events: {
      onResult: (result) => results.push(result),
      onHealth: () => {},
      onDecodeProblem: (problem) => problems.push(problem),
    },
    onClosed: () => {},
  });
  return { clock, stream, results, problems };
}

const decoders = (): number[] => childrenOf(link.pid!, "ffmpeg");

test("a camera that has been silent for long holds no decoder, and is looked at again from its first picture", async () => {
  const { clock, stream, results, problems } = watchLive();
  const first = await makeClip({ seconds: 1 });
  stream.init(first.init);
  for (const fragment of first.fragments) await stream.push(fragment);
  await until("a picture", () => results.length > 0);
  clock.advance(39_000);
  assert.equal(decoders().length, 1, "a short silence costs no new decoder");
  clock.advance(2000);
  await until("the decoder to be gone", () => decoders().length === 0);

  // What opens decoders again finds nothing to decode meanwhile.
  stream.reconfigure({ fpsCap: 50 });
  stream.onUp();
  await link.request({ call: "reloadModels" }); // It answers after what it was told before.
  assert.deepEqual(decoders(), []);

  const second = await makeClip({ seconds: 1, generation: 2, startSec: 100 });
  stream.init(second.init);
  for (const fragment of second.fragments) await stream.push(fragment);
  const lastSec = second.fragments.at(-1)!.ptsSec;
  const again = (): FrameResult[] => results.filter(({ generation }) => generation === 2);
  await until("the last picture", () => again().at(-1)?.ptsSec === lastSec);
  assert.equal(again()[0]!.ptsSec, second.fragments[0]!.ptsSec);
  assert.equal(stream.drops().decoder_behind, 0);
  assert.deepEqual(problems, []);
  await stream.close();
});

test("a decoder that fails while its camera is silent is not tried again and again", async () => {
  const { clock, stream, results, problems } = watchLive();
  const clip = await makeClip({ seconds: 1 });
  stream.init(clip.init);
  for (const fragment of clip.fragments) await stream.push(fragment);
  await until("a picture", () => results.length > 0);
  clock.advance(39_900);
  for (const pid of decoders()) process.kill(pid, "SIGKILL");
  await until("the failure", () => problems.length === 1);
  clock.advance(60_000);
  await until("no decoder", () => decoders().length === 0);
  await stream.close();
});
