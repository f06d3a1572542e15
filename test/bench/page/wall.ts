/**
 * A wall of sixteen live cameras in Chromium. Measures the pictures that each tile shows in a second, against those
 * that its camera sends, and how long the page takes to answer a key press meanwhile, against the same page without
 * pictures. Box, cameras and browser share the machine. Exits with 1 if a tile shows less than nine tenths of its
 * camera's pictures, or if one press in ten takes longer than 200 ms (a "good" Interaction to Next Paint).
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { launchBrowser } from "../../support/page/browser.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { until } from "../../support/box/wait.ts";

const cameras = 16;
const fps = 15;
const seconds = Number(process.argv[2] ?? 20);
const presses = 60;
const least = 0.9;
const boundMs = 200;

/** Frames that each tile's video has shown; -1 for a tile without one. */
const frames = `[...document.querySelectorAll(".tile")].map((tile) =>
  tile.querySelector("video")?.getVideoPlaybackQuality().totalVideoFrames ?? -1)`;

/** From a key press to the next painted frame, in milliseconds, sorted. */
async function pressTimes(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {
    const isHeard = globalThis.taken !== undefined;
    globalThis.taken = [];
    if (!isHeard) addEventListener("keydown", ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - timeStamp))));
  })()`);
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press("Tab");
    await until(async () => (await page.evaluate("taken.length")) === press + 1);
  }
  const times = (await page.evaluate("taken")) as number[];
  return times.toSorted((a, b) => a - b);
}

const at = (times: readonly number[], share: number): number =>
  times[Math.floor(times.length * share)]!;

const source = await startRtspServer({ size: "640x360", fps });
const box = await startAppliance({ yaml: "models: { default: motion }" });
const browser = await launchBrowser();
try {
  for (let camera = 1; camera <= cameras; camera += 1) {
    // Each its own connection: one address would be one source for the box.
    const url = `${source.url}?camera=${camera}`;
    const request = { stream_id: `camera-${camera}`, source: { type: "rtsp", url } };
    await box.post("/api/v1/surveillance/streams", request);
  }
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.goto(box.url);
  await page.getByLabel("API key").fill(box.key);
  await page.keyboard.press("Enter");
  await page.locator("nav").waitFor();
  await page.evaluate('location.hash = "/system/people"');
  await page.locator("tbody tr").first().waitFor();
  const alone = await pressTimes(page);
  await page.evaluate('location.hash = "/live"');
  await until(
    async () => {
      const shown = (await page.evaluate(frames)) as number[];
      return shown.length === cameras && shown.every((count) => count > fps);
    },
    { deadlineMs: 120_000, what: "sixteen videos" },
  );
  const before = (await page.evaluate(frames)) as number[];
  const startedMs = performance.now();
  const beside = await pressTimes(page);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const tookSec = (performance.now() - startedMs) / 1000;
  const after = (await page.evaluate(frames)) as number[];
  const rates = after.map((count, tile) => (count - before[tile]!) / tookSec / fps);
  const worst = Math.min(...rates);
  const behind = (await page.evaluate(
    `Math.max(...[...document.querySelectorAll("video")].map((video) => Number(video.dataset.behind)))`,
  )) as number;
  console.log(
    `${rates.length} tiles show ${rates.map((rate) => rate.toFixed(2)).join(" ")} of their cameras' ` +
      `pictures  bound ${least}   at most ${behind.toFixed(2)} s behind   ` +
      `key press to paint ${at(beside, 0.5).toFixed(0)} ms, p90 ${at(beside, 0.9).toFixed(0)} ms ` +
      `(${at(alone, 0.5).toFixed(0)} and ${at(alone, 0.9).toFixed(0)} ms without pictures)  bound ${boundMs}`,
  );
  if (worst < least || at(beside, 0.9) > boundMs) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
  await source.stop();
}
