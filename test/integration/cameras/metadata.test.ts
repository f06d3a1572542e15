import assert from "node:assert/strict";
import { suite, test, type TestContext } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { readMetadata } from "../../../src/adapters/onvif/read-metadata.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { CameraRegistry } from "../../../src/cameras/camera-registry.ts";
import type { CameraLease } from "../../../src/cameras/camera.ts";
import type { CameraMetadata } from "../../../src/cameras/metadata/camera-metadata.ts";
import type { Fragment } from "../../../src/cameras/source.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { metadataDocument, metadataEvent } from "../../support/cameras/metadata/document.ts";
import { peerSdp, politely } from "../../support/cameras/rtsp-peer.ts";
import { peerWith, Reader, session, transport } from "../../support/cameras/relay-reader.ts";
import {
  type MetadataCameraOptions,
  startMetadataCamera,
} from "../../support/cameras/metadata/metadata-camera.ts";
import { until } from "../../support/box/wait.ts";

interface Watched {
  lease: CameraLease;
  metadata: CameraMetadata[];
  fragments: Fragment[];
}

/** Watches a camera whose metadata is on. */
async function watch(t: TestContext, options: MetadataCameraOptions): Promise<Watched> {
  const server = await startMetadataCamera(options);
  const ingest = new FfmpegIngest({ relay: new RtspRelay({ readMetadata }), log: silentLogger });
  const registry = new CameraRegistry({ ingest, clock: systemClock, log: silentLogger });
  t.after(async () => {
    await registry.stop();
    await server.stop();
  });
  const metadata: CameraMetadata[] = [];
  const fragments: Fragment[] = [];
  const sound = options.audio ? ({ sound: true } as const) : {};
  const lease = registry.acquire(
    { kind: "rtsp", url: server.url, metadata: true, ...sound },
    {
      onInit() {
        fragments.length = 0;
        metadata.length = 0;
      },
      onFragment: (fragment) => void fragments.push(fragment),
      onStatus() {},
      onMetadata: (one) => void metadata.push(one),
    },
  );
  return { lease, metadata, fragments };
}

/** One object per frame of a loop of a second: its place says which frame it belongs to. */
const marching = Array.from({ length: 10 }, (_, at) =>
  metadataDocument({
    objects: [{ id: "7", type: "Human", boxNorm: [at / 20, 0.25, at / 20 + 0.25, 0.75] }],
  }),
);

suite("metadata of cameras", { concurrency: 3 }, () => {
  for (const audio of [undefined, "opus"] as const) {
    test(`comes on the camera's one connection with the video${audio ? " and sound" : ""}, at the time of its frame`, async (t) => {
      const seen = await watch(t, { metadata: marching, ...(audio ? { audio } : {}) });
      // The first reports of the camera come within 5 s; until then arrival places the frames.
      const placed = (): { errorSec: number; left: number }[] =>
        seen.metadata.flatMap((one) =>
          one.type === "document"
            ? one.frames.map(({ mediaSec, objects }) => {
                const nearest = Math.min(
                  ...seen.fragments.map(({ ptsSec }) => Math.abs(ptsSec - mediaSec)),
                );
                return { errorSec: nearest, left: objects[0]!.boxNorm[0] };
              })
            : [],
        );
      await until(() => seen.fragments.length > 80 && placed().length > 60, {
        what: "frames of video and metadata",
        deadlineMs: 60_000,
      });
      const frames = placed().slice(-40, -5);
      for (const { errorSec } of frames) assert.ok(errorSec <= 0.06, `${errorSec} s off`);
      const steps = frames.slice(1).map(({ left }, at) => left - frames[at]!.left);
      for (const step of steps) assert.ok(step < 0 || Math.abs(step - 0.05) < 1e-6, `${step}`);
      assert.equal(seen.lease.status().connects, 1);
      if (audio) assert.ok(seen.fragments.some(({ sound }) => sound !== undefined));
      const videoSteps = seen.fragments
        .slice(3)
        .map((one, at) => one.ptsSec - seen.fragments[at + 2]!.ptsSec);
      for (const step of videoSteps) assert.ok(Math.abs(step - 0.1) < 0.001, `${step}`);
    });
  }

  test("events inside the metadata, and documents that are none, are told apart", async (t) => {
    const event = metadataEvent("tns1:RuleEngine/CellMotionDetector/Motion", {
      name: "IsMotion",
      value: "true",
    });
    const big = metadataDocument({
      objects: Array.from({ length: 1500 }, (_, at) => ({
        id: `${at}`,
        type: "Human",
        boxNorm: [0, 0, 0.5, 0.5] as const,
      })),
    });
    const seen = await watch(t, {
      metadata: [metadataDocument({ events: event }), "<tt:Nothing/>", big, null],
    });
    const reasons = (): string[] =>
      seen.metadata.map((one) => (one.type === "dropped" ? one.reason : one.type));
    await until(
      () => ["document", "malformed", "tooLarge"].every((one) => reasons().includes(one)),
      {
        what: "each kind of document",
        deadlineMs: 60_000,
      },
    );
    const [document] = seen.metadata.filter((one) => one.type === "document");
    assert.deepEqual(document!.frames, []);
    assert.deepEqual(
      document!.events.map(({ kind, active }) => ({ kind, active })),
      [{ kind: "motion", active: true }],
    );
    await until(() => seen.fragments.length > 20, { what: "video", deadlineMs: 60_000 });
  });
});

suite("the relay and metadata", () => {
  const track = (coding: string): string =>
    `${peerSdp}m=application 0 RTP/AVP 107\r\na=rtpmap:107 ${coding}/90000\r\na=control:meta\r\n`;

  /** What a session with a camera of this description says before and after it plays. */
  async function lackOf(body: string, setUp = "200 OK"): Promise<CameraMetadata[]> {
    const camera = await peerWith((request) => {
      if (request.method === "DESCRIBE") return { ...politely(request), body };
      return request.uri.endsWith("meta") ? { status: setUp } : politely(request);
    });
    const opened = await session(camera.url, { metadata: true }, { readMetadata });
    const told: CameraMetadata[] = [];
    opened.listenMetadata((one) => void told.push(one));
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    assert.match(await reader.ask("PLAY", opened.url, "Session: 12\r\n"), /200 OK/);
    assert.equal(opened.problem(), null);
    return told;
  }

  test("a missing, compressed or refused track is a lack, and the video goes on", async () => {
    const absent = [{ type: "lack", lack: "absent" }];
    assert.deepEqual(await lackOf(peerSdp), absent);
    const compressed = await lackOf(track("vnd.onvif.metadata.gzip"));
    assert.deepEqual(compressed, [{ type: "lack", lack: "unsupported" }]);
    assert.deepEqual(await lackOf(track("vnd.onvif.metadata"), "461 Unsupported"), absent);
  });

  test("without the site's choice no metadata is set up", async () => {
    const body = track("vnd.onvif.metadata");
    const camera = await peerWith((request) =>
      request.method === "DESCRIBE" ? { ...politely(request), body } : politely(request),
    );
    const opened = await session(camera.url, {}, { readMetadata });
    const reader = new Reader(opened.url);
    await reader.ask("SETUP", `${opened.url}/track`, transport);
    await reader.ask("PLAY", opened.url, "Session: 12\r\n");
    assert.ok(camera.requests.every(({ uri }) => !uri.includes("meta")));
  });
});
