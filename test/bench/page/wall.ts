/**
 * A wall of sixteen live cameras in Chromium. Measures the frames that each tile shows, divided by those that its
 * camera sends, the longest time without a new frame, and how long the page takes to answer a key press meanwhile.
 * Baselines in the same run: as many bare `<video>` elements that play a file of the same video, and key presses on a
 * view without pictures. Box, cameras and browser share the machine; the scene has noise and no movement. Exits with 1
 * if a tile shows less than nine tenths of its frames or no new one for a second, or if one press in ten takes longer
 * than 200 ms (a "good" Interaction to Next Paint). Arguments: cameras, seconds, picture size.
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { startBarePages } from "../../support/page/bare-pages.ts";
import {
  benchDeadlineMs,
  framesOf,
  openPage,
  quantile,
  signInto,
  type VideoFrames,
  watchVideos,
} from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";

const cameras = Number(process.argv[2] ?? 16);
const seconds = Number(process.argv[3] ?? 20);
const size = process.argv[4] ?? "1280x720";
const fps = 15;
const presses = 60;
const least = 0.9;
const standstillMs = 1000;
const boundMs = 200;
const footage = { size, fps, pattern: "smptehdbars", filter: "noise=alls=4:allf=t" };
const viewport = { width: 1600, height: 1000 };
const live = `document.querySelectorAll(".tile video").length`;

/** From a key press to the next painted frame, in milliseconds. The focus stays at the top: nothing scrolls. */
async function pressTimes(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {
    const isFirst = globalThis.paintedMs === undefined;
    globalThis.paintedMs = [];
    if (isFirst) addEventListener("keydown", ({ key, timeStamp }) => key === "Tab" &&
      requestAnimationFrame(() => setTimeout(() => paintedMs.push(performance.now() - timeStamp))));
  })()`);
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(press % 2 === 0 ? "Tab" : "Shift+Tab");
    await until(async () => (await page.evaluate("paintedMs.length")) === press + 1);
  }
  return (await page.evaluate("paintedMs")) as number[];
}

/** Counts while `meanwhile` runs and for `seconds` more. */
async function countFrames(
  page: Page,
  meanwhile = async (): Promise<void> => {},
): Promise<(VideoFrames & { share: number })[]> {
  await watchVideos(page);
  const startedMs = performance.now();
  await meanwhile();
  await page.waitForTimeout(seconds * 1000);
  const tookSec = (performance.now() - startedMs) / 1000;
  const seen = await framesOf(page);
  return seen.map((one) => ({ ...one, share: one.shown / tookSec / fps }));
}

function line(what: string, seen: readonly (VideoFrames & { share: number })[]): string {
  const shares = seen.map(({ share }) => share.toFixed(2)).join(" ");
  const longestMs = Math.max(...seen.map(({ longestMs: each }) => each));
  return `${what} show ${shares} of the frames, at most ${(longestMs / 1000).toFixed(2)} s without one`;
}

const source = await startRtspServer(footage);
const bare = await startBarePages(footage, Math.ceil((seconds + 10) / 4));
const box = await startAppliance({ yaml: "models: { default: motion }" });
const browser = await launchBrowser();
try {
  for (let camera = 1; camera <= cameras; camera += 1) {
    // Each its own connection: one address would be one source for the box.
    const url = `${source.url}?camera=${camera}`;
    const request = { stream_id: `camera-${camera}`, source: { type: "rtsp", url } };
    await box.post("/api/v1/surveillance/streams", request);
  }
  const page = await openPage(browser, box.url, viewport);
  await signInto(page, box);
  await page.evaluate('location.hash = "/system/people"');
  await page.locator("tbody tr").first().waitFor();
  const alone = await pressTimes(page);
  await page.evaluate('location.hash = "/live"');
  const areAllSeen = async (): Promise<boolean> => {
    if ((await page.evaluate(live)) !== cameras) return false;
    const playing = `[...document.querySelectorAll("video")].every((one) => one.currentTime > 0 && one.readyState > 2)`;
    return (await page.evaluate(playing)) as boolean;
  };
  await until(areAllSeen, { deadlineMs: benchDeadlineMs, what: `${cameras} videos` });
  const widthPx = (await page.evaluate(`document.querySelector("video").clientWidth`)) as number;
  let beside: number[] = [];
  const tiles = await countFrames(page, async () => {
    beside = await pressTimes(page);
  });
  await page.context().close();
  const other = await openPage(browser, bare.videosUrl(cameras, widthPx), viewport);
  await until(
    async () => (await other.evaluate(`document.querySelectorAll("video").length`)) === cameras,
    { deadlineMs: benchDeadlineMs, what: "bare videos" },
  );
  const videos = await countFrames(other);
  console.log(`${line(`${cameras} tiles ${size}`, tiles)}  bounds ${least} and ${standstillMs} ms`);
  console.log(line("bare videos", videos));
  console.log(
    `key press to paint: p50 ${quantile(beside, 0.5).toFixed(0)} ms, p90 ${quantile(beside, 0.9).toFixed(0)} ms ` +
      `(${quantile(alone, 0.5).toFixed(0)} and ${quantile(alone, 0.9).toFixed(0)} ms without pictures)  bound ${boundMs} ms`,
  );
  const isShown = tiles.every(
    ({ share, longestMs, isThere }) => isThere && share >= least && longestMs < standstillMs,
  );
  if (!isShown || quantile(beside, 0.9) > boundMs) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
  await bare.stop();
  await source.stop();
}
