/**
 * Delay of live video from a clock in the camera's picture to its display in Chromium, by WebRTC beside the page's
 * fMP4 over a WebSocket, with key frames every 2 s. Bound: p50 by WebRTC at most 250 ms.
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { readClock, startClockCamera } from "../../support/cameras/clock-camera.ts";
import { launchBrowser } from "../../support/page/browser.ts";

const samples = Number(process.argv[2] ?? 100);
const boundMs = 250;

/** Plays the stream in a video element of its own, by WebRTC. */
const playByWebrtc = (key: string): string => `(async () => {
  const video = document.createElement("video");
  video.id = "webrtc";
  video.muted = true;
  video.style.cssText = "position: fixed; inset: 0; z-index: 9; width: 640px";
  document.body.append(video);
  const connection = (globalThis.connection = new RTCPeerConnection());
  const { receiver } = connection.addTransceiver("video", { direction: "recvonly" });
  receiver.jitterBufferTarget = 0;
  connection.ontrack = ({ track }) => { video.srcObject = new MediaStream([track]); void video.play(); };
  await connection.setLocalDescription();
  const beginMs = performance.now();
  const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
  const answer = await fetch("/api/v1/surveillance/streams/clock/whep", {
    method: "POST",
    headers: { "content-type": "application/sdp", authorization: "Bearer ${key}" },
    body: connection.localDescription.sdp,
  });
  await connection.setRemoteDescription({ type: "answer", sdp: await answer.text() });
  await shown;
  return performance.now() - beginMs;
})()`;

/** The top row of a frame when the browser presents it, and when it is to be seen. */
const nextFrame = (selector: string): string => `new Promise((resolve) => {
  const video = document.querySelector('${selector}');
  video.requestVideoFrameCallback((now, { expectedDisplayTime }) => {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext("2d");
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 10, canvas.width, 1);
    const atMs = performance.timeOrigin + expectedDisplayTime;
    resolve({ atMs, rows: [...data].filter((_, at) => at % 4 === 1) });
  });
})`;

async function delays(page: Page, selector: string): Promise<number[]> {
  const found: number[] = [];
  while (found.length < samples) {
    const { atMs, rows } = (await page.evaluate(nextFrame(selector))) as {
      atMs: number;
      rows: number[];
    };
    found.push(atMs - readClock({ widthPx: rows.length, lumaAt: (x) => rows[x]! }, atMs));
  }
  return found.toSorted((a, b) => a - b);
}

function line(name: string, sorted: readonly number[]): string {
  const at = (share: number): string => sorted[Math.floor(sorted.length * share)]!.toFixed(0);
  return `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

const camera = await startClockCamera({ gopSec: 2 });
const box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
const browser = await launchBrowser();
try {
  await box.post("/api/v1/surveillance/streams", {
    stream_id: "clock",
    source: { type: "rtsp", url: camera.url },
    model: "motion",
  });
  const stream = async () => (await box.get("/api/v1/surveillance/streams/clock")).body.data;
  await until(async () => (await stream()).state === "watching", { deadlineMs: 60_000 });
  const page = await browser.newPage();
  await page.goto(`${box.url}/#/cameras/clock`);
  await page.getByLabel("API key").fill(box.key);
  await page.keyboard.press("Enter");
  const card = "[data-stream=clock] video";
  await until(
    async () => (await page.evaluate(`document.querySelector("${card}")?.readyState > 2`)) === true,
    {
      deadlineMs: 60_000,
    },
  );
  // The player needs a moment to come close to the newest frame.
  await delays(page, card);
  const byWebSocket = await delays(page, card);
  await page.evaluate(`location.hash = "/review"`);
  const firstMs = [];
  for (let times = 0; times < 5; times += 1) {
    await page.evaluate(
      `globalThis.connection?.close(); document.querySelector("#webrtc")?.remove()`,
    );
    firstMs.push(Number(await page.evaluate(playByWebrtc(box.key))));
  }
  const byWebrtc = await delays(page, "#webrtc");
  const first = firstMs.toSorted((a, b) => a - b);
  console.log(
    `${line("WebRTC", byWebrtc)} (bound ${boundMs}), first picture ${first.map((ms) => ms.toFixed(0)).join(" ")} ms; ` +
      line("fMP4 over a WebSocket", byWebSocket),
  );
  process.exitCode = byWebrtc[Math.floor(samples / 2)]! <= boundMs ? 0 : 1;
} finally {
  await browser.close();
  await box.stop();
  camera.stop();
}
