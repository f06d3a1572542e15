/**
 * Delay of the camera's page from a clock in the camera's picture to its display in Chromium, by WebRTC beside fMP4
 * over a WebSocket, with key frames every 2 s, and the processor time of the browser and of the box for each way.
 * Bound: p50 by WebRTC at most 250 ms. Arguments: samples, seconds of each measurement of the processor time.
 */
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { cpuSec } from "../../support/box/cpu-time.ts";
import { until } from "../../support/box/wait.ts";
import { readClock, startClockCamera } from "../../support/cameras/clock-camera.ts";
import { benchDeadlineMs, browserCpuSec, quantile } from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";

const samples = Number(process.argv[2] ?? 100);
const seconds = Number(process.argv[3] ?? 10);
const boundMs = 250;
const card = "[data-stream=clock] video";

/** The top row of a frame when the browser presents it, and when it is to be seen. */
const nextFrame = `new Promise((resolve) => {
  const video = document.querySelector('${card}');
  video.requestVideoFrameCallback((now, { expectedDisplayTime }) => {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext("2d");
    context.drawImage(video, 0, 0);
    const { data } = context.getImageData(0, 10, canvas.width, 1);
    const atMs = performance.timeOrigin + expectedDisplayTime;
    resolve({ atMs, rows: [...data].filter((_, at) => at % 4 === 1) });
  });
})`;

async function delays(page: Page): Promise<number[]> {
  const found: number[] = [];
  while (found.length < samples) {
    const { atMs, rows } = (await page.evaluate(nextFrame)) as { atMs: number; rows: number[] };
    found.push(atMs - readClock({ widthPx: rows.length, lumaAt: (x) => rows[x]! }, atMs));
  }
  return found;
}

/** Processor seconds so far of the box with its children, beside those of the browser. */
function spentSec({ pid }: Pick<Appliance, "pid">): { browser: number; box: number } {
  return { browser: browserCpuSec(), box: cpuSec(pid) };
}

/** Opens the camera's page in a browser with WebRTC or without. */
async function open(browser: Browser, box: Appliance, hasWebrtc: boolean): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(benchDeadlineMs);
  if (!hasWebrtc) await page.addInitScript("delete globalThis.RTCPeerConnection");
  await page.goto(`${box.url}/#/cameras/clock`);
  await page.getByLabel("API key").fill(box.key);
  await page.keyboard.press("Enter");
  await isShown(page);
  const isByWebrtc = await page.evaluate(`document.querySelector("${card}").srcObject !== null`);
  if (isByWebrtc !== hasWebrtc) throw new Error("the page plays in the other way");
  return page;
}

async function isShown(page: Page): Promise<void> {
  const isReady = `document.querySelector("${card}")?.readyState > 1`;
  await until(async () => (await page.evaluate(isReady)) === true, {
    deadlineMs: benchDeadlineMs,
    everyMs: 10,
  });
}

/** Milliseconds from opening the camera's view to its first picture, in a page that is signed in. */
async function firstPictures(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    await page.evaluate(`location.hash = "/review"`);
    await page.locator(card).waitFor({ state: "detached" });
    found.push(
      Number(
        await page.evaluate(`new Promise((resolve) => {
          const beginMs = performance.now();
          const look = () => {
            if (document.querySelector("${card}")?.readyState > 1) resolve(performance.now() - beginMs);
            else setTimeout(look, 4);
          };
          location.hash = "/cameras/clock";
          look();
        })`),
      ),
    );
  }
  return found.toSorted((a, b) => a - b);
}

async function measure(page: Page, box: Appliance) {
  const first = await firstPictures(page);
  // The player needs a moment to come close to the newest frame.
  await delays(page);
  const delay = await delays(page);
  const [startedMs, started] = [performance.now(), spentSec(box)];
  await page.waitForTimeout(seconds * 1000);
  const tookSec = (performance.now() - startedMs) / 1000;
  const spent = spentSec(box);
  const cores = (part: "browser" | "box"): number => (spent[part] - started[part]) / tookSec;
  return { delay, first, browser: cores("browser"), box: cores("box") };
}

function line(name: string, figures: Awaited<ReturnType<typeof measure>>): string {
  const { delay, first, browser, box } = figures;
  const at = (share: number): string => quantile(delay, share).toFixed(0);
  return (
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; first picture ${first.map((ms) => ms.toFixed(0)).join(" ")} ms; ` +
    `browser ${(browser * 100).toFixed(1)} %, box ${(box * 100).toFixed(1)} % of a core`
  );
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
  for (const way of ["fMP4 over a WebSocket", "WebRTC"] as const) {
    const page = await open(browser, box, way === "WebRTC");
    const figures = await measure(page, box);
    console.log(line(way, figures));
    if (way === "WebRTC" && quantile(figures.delay, 0.5) > boundMs) process.exitCode = 1;
    await page.context().close();
  }
} finally {
  await browser.close();
  await box.stop();
  camera.stop();
}
