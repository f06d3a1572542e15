import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { FfmpegOpusEncoder } from "../../../../src/adapters/ffmpeg/opus-encoder.ts";
import type { OpusEncoder } from "../../../../src/cameras/sound/opus-port.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { startOpenCamera } from "../../../support/cameras/open-camera.ts";
import { startWebrtcRig, type WebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";
import { launchBrowser, withoutBrowser } from "../../../support/page/browser.ts";

/** What a browser hears: the loudest frequency, the level from 0 to 1, and the packets that it lost or made up. */
interface Heard {
  hz: number;
  level: number;
  concealed: number;
  samples: number;
  width: number;
  /** True when it knows the wall times of both tracks. */
  isPlaced: boolean;
}

/** In the page: makes an offer for video and sound. */
const offerScript = `(async () => {
  const peer = (window.peer = new RTCPeerConnection());
  const context = (window.context = new AudioContext());
  peer.ontrack = ({ track, streams: [stream] }) => {
    const element = document.createElement(track.kind);
    element.srcObject = stream;
    element.muted = true;
    element.play();
    document.body.append(element);
    if (track.kind !== "audio") return;
    window.analyser = new AnalyserNode(context, { fftSize: 8192 });
    context.createMediaStreamSource(new MediaStream([track])).connect(window.analyser);
  };
  peer.addTransceiver("audio", { direction: "recvonly" });
  peer.addTransceiver("video", { direction: "recvonly" });
  await peer.setLocalDescription();
  return peer.localDescription.sdp;
})()`;

const hearScript = `(async () => {
  const { analyser, peer, context } = window;
  if (!analyser) return { hz: 0, level: 0, concealed: 0, samples: 0, width: 0, isPlaced: false };
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  const loudest = bins.indexOf(Math.max(...bins));
  const wave = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(wave);
  const stats = [...(await peer.getStats()).values()];
  const of = (kind) => stats.find((each) => each.type === "inbound-rtp" && each.kind === kind) ?? {};
  const sound = of("audio");
  return {
    hz: (loudest * context.sampleRate) / analyser.fftSize,
    level: Math.sqrt(wave.reduce((sum, each) => sum + each * each, 0) / wave.length),
    concealed: sound.concealedSamples ?? 0,
    samples: sound.totalSamplesReceived ?? 0,
    width: of("video").frameWidth ?? 0,
    isPlaced: ["audio", "video"].every((kind) => of(kind).estimatedPlayoutTimestamp !== undefined),
  };
})()`;

const pictureScript = `(async () => {
  const stats = [...(await window.peer.getStats()).values()];
  const video = stats.find((each) => each.type === "inbound-rtp" && each.kind === "video");
  return { width: video?.frameWidth ?? 0 };
})()`;

/** Connects a page to the stream, and waits until it hears a tone of `hz`. */
async function listen(page: Page, rig: WebrtcRig, hz: number): Promise<Heard> {
  const { answer } = await rig.open(await page.evaluate<string>(offerScript));
  assert.match(answer, /^m=audio 9 /m);
  await page.evaluate(
    `window.peer.setRemoteDescription({ type: "answer", sdp: ${JSON.stringify(answer)} })`,
  );
  let heard: Heard | undefined;
  const isHeard = async (): Promise<boolean> => {
    heard = await page.evaluate<Heard>(hearScript);
    return Math.abs(heard.hz - hz) < 30 && heard.level > 0.01 && heard.samples > 48_000;
  };
  await until(isHeard, { what: `a tone of ${hz} Hz`, deadlineMs: 30_000 }).catch((error) => {
    throw new Error(`${String(error)}: ${JSON.stringify(heard)}`);
  });
  return heard!;
}

/** Counts the encoders that run. */
function countedOpus(): OpusEncoder & { running: number } {
  const encoder = new FfmpegOpusEncoder();
  const counted = {
    running: 0,
    open(onFrames: Parameters<OpusEncoder["open"]>[0]) {
      const run = encoder.open(onFrames);
      counted.running += 1;
      return {
        begin: (header: Uint8Array) => run.begin(header),
        push: (sound: Uint8Array) => run.push(sound),
        async close() {
          counted.running -= 1;
          await run.close();
        },
      };
    },
  };
  return counted;
}

suite("sound by WebRTC in Chromium", { skip: withoutBrowser, concurrency: 2 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser(["--autoplay-policy=no-user-gesture-required"]);
  });
  after(() => browser.close());

  test("AAC is encoded as Opus once for all listeners, while there are any", async (t) => {
    const opus = countedOpus();
    const rig = await startWebrtcRig(t, { hasTone: true, opus });
    const silent = await rig.view();
    assert.equal(opus.running, 0, "a viewer without sound needs none");
    assert.match(silent.answer, /^m=video 9 /m);
    const pages = [await browser.newPage(), await browser.newPage()];
    for (const page of pages) {
      const heard = await listen(page, rig, 440);
      assert.equal(heard.width, 320);
    }
    assert.equal(opus.running, 1);
    for (const page of pages) await page.evaluate("window.peer.close()");
    await until(() => opus.running === 0, { what: "the end of the encoder" });
    for (const page of pages) await page.close();
  });

  test("a page that asks for sound of a camera without sound has its picture", async (t) => {
    const rig = await startWebrtcRig(t);
    const page = await browser.newPage();
    const { answer } = await rig.open(await page.evaluate<string>(offerScript));
    assert.match(answer, /^a=inactive\r$/m);
    await page.evaluate(
      `window.peer.setRemoteDescription({ type: "answer", sdp: ${JSON.stringify(answer)} })`,
    );
    const width = async () => (await page.evaluate<Pick<Heard, "width">>(pictureScript)).width;
    await until(async () => (await width()) === 320, { what: "the picture" });
    await page.close();
  });

  test("the Opus of a camera passes through without a gap", async (t) => {
    const file = join(await tempDir(t), "tone.raw");
    const tone = Int16Array.from(
      { length: 16_000 },
      (_, at) => 12_000 * Math.sin((2 * Math.PI * at) / 16),
    );
    await writeFile(file, tone);
    const { open } = await startOpenCamera(t, { audio: "opus", sound: file });
    const opus = countedOpus();
    const rig = await startWebrtcRig(t, { open, opus });
    const page = await browser.newPage();
    const first = await listen(page, rig, 1000);
    let last = first;
    await until(
      async () => {
        last = await page.evaluate<Heard>(hearScript);
        return last.isPlaced && last.samples - first.samples > 3 * 48_000;
      },
      { what: "three more seconds, and two reports of each track" },
    );
    assert.equal(opus.running, 0);
    const share = (last.concealed - first.concealed) / (last.samples - first.samples);
    assert.ok(share < 0.05, `${share} of the sound is made up`);
    await page.close();
  });
});
