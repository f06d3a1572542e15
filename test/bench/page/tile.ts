/**
 * Processor time of the browser, all of its processes, for one live 720p15 tile. Baselines in the same rounds: a page
 * with a line of text, and a bare `<video>` of the same width that plays a file of the same video, which is the
 * browser's own decoding and painting. Exits with 1 if the tile costs more than 5 % of a core beyond the bare video.
 * Arguments: rounds, seconds of a measurement.
 */
import type { Page } from "playwright-core";
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { startBarePages } from "../../support/page/bare-pages.ts";
import {
  benchDeadlineMs,
  browserCpuSec,
  openPage,
  quantile,
  signInto,
} from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 8);
const bound = 0.05;
const fps = 15;
const footage = { size: "1280x720", fps, pattern: "smptehdbars", filter: "noise=alls=4:allf=t" };

/** Frames of the page's first video so far; to be told of each by the browser would cost time itself. */
const framesSoFar = (page: Page): Promise<number> =>
  page.evaluate(`document.querySelector("video")?.getVideoPlaybackQuality().totalVideoFrames ?? 0`);

/** Cores that the browser uses, and the share of the frames that its first video shows. */
async function measure(page: Page): Promise<{ cores: number; share: number }> {
  const startedFrames = await framesSoFar(page);
  const [startedMs, startedSec] = [performance.now(), browserCpuSec()];
  await page.waitForTimeout(seconds * 1000);
  const tookSec = (performance.now() - startedMs) / 1000;
  const cores = (browserCpuSec() - startedSec) / tookSec;
  return { cores, share: ((await framesSoFar(page)) - startedFrames) / tookSec / fps };
}

const playing = `(() => {
  const video = document.querySelector("video");
  return video?.currentTime > 0 && video.readyState > 2;
})()`;
const isPlaying = (page: Page): Promise<void> =>
  until(async () => (await page.evaluate(playing)) === true, {
    deadlineMs: benchDeadlineMs,
    what: "the video",
  });

const source = await startRtspServer(footage);
const bare = await startBarePages(footage, Math.ceil((seconds + 10) / 4));
const box = await startAppliance({ yaml: "models: { default: motion }" });
const browser = await launchBrowser();
const used = { text: [] as number[], video: [] as number[], tile: [] as number[] };
const shares = { video: [] as number[], tile: [] as number[] };
try {
  const request = { stream_id: "gate", source: { type: "rtsp", url: source.url } };
  await box.post("/api/v1/surveillance/streams", request);
  const page = await openPage(browser, box.url);
  // A wall of four, for a tile as it is beside others.
  await page.evaluate(`localStorage.setItem("gatehouse.wall", '{"layout":"4"}')`);
  await signInto(page, box);
  await isPlaying(page);
  const widthPx = (await page.evaluate(`document.querySelector("video").clientWidth`)) as number;
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(bare.textUrl);
    used.text.push((await measure(page)).cores);
    await page.goto(bare.videosUrl(1, widthPx));
    await isPlaying(page);
    const video = await measure(page);
    await page.goto(box.url);
    await isPlaying(page);
    const tile = await measure(page);
    used.video.push(video.cores);
    used.tile.push(tile.cores);
    shares.video.push(video.share);
    shares.tile.push(tile.share);
  }
  const [text, video, tile] = [used.text, used.video, used.tile].map((one) => quantile(one, 0.5));
  const percent = (cores: number): string => `${(cores * 100).toFixed(1)} %`;
  console.log(
    `one 720p15 tile, ${widthPx} px wide: ${percent(tile! - video!)} of a core beyond the bare video  ` +
      `bound ${percent(bound)}; it shows ${quantile(shares.tile, 0.5).toFixed(2)} of the frames`,
  );
  console.log(
    `beyond a page of text (${percent(text!)}): tile ${percent(tile! - text!)}, bare video ` +
      `${percent(video! - text!)}, which shows ${quantile(shares.video, 0.5).toFixed(2)}; ` +
      `ratio ${((tile! - text!) / (video! - text!)).toFixed(2)}`,
  );
  if (tile! - video! > bound) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
  await bare.stop();
  await source.stop();
}
