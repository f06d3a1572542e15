import type { Browser, Page } from "playwright-core";
import type { Appliance } from "../box/appliance.ts";
import { processTimes } from "../box/cpu-time.ts";

/** Longest wait of a bench for something on the page, in milliseconds. */
export const benchDeadlineMs = 120_000;

/** Opens the box's page with an empty cache and stops at the sign-in form. */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 900 },
): Promise<Page> {
  const page = await (await browser.newContext({ viewport, locale: "en-GB" })).newPage();
  page.setDefaultTimeout(benchDeadlineMs);
  await page.goto(url);
  return page;
}

/** Signs in with the box's key and waits for the menu. */
export async function signInto(page: Page, box: Pick<Appliance, "key">): Promise<void> {
  await page.getByLabel("API key").fill(box.key);
  await page.keyboard.press("Enter");
  await page.locator(".menu-button").waitFor();
}

/** Processor seconds so far of every process of the browser that this process has started. */
export function browserCpuSec(): number {
  return processTimes(process.pid)
    .filter(({ args }) => /chrom/.test(args.split(" ")[0]!))
    .reduce((sum, { cpuSec, endedSec }) => sum + cpuSec + endedSec, 0);
}

/** The value that `share` of the values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

/** What one video has shown since `watchVideos`. */
export interface VideoFrames {
  /** Frames that the browser put on the screen. */
  shown: number;
  /** Longest time without a new frame, in milliseconds. */
  longestMs: number;
  /** False when the page has taken the video away. */
  isThere: boolean;
}

/** Begins to count the frames of every video of the page. */
export async function watchVideos(page: Page): Promise<void> {
  await page.evaluate(`void (globalThis.watched = [...document.querySelectorAll("video")].map((video) => {
    const seen = { video, first: undefined, last: 0, lastMs: performance.now(), longestMs: 0 };
    const step = (nowMs, { presentedFrames }) => {
      seen.first ??= presentedFrames;
      seen.last = presentedFrames;
      seen.longestMs = Math.max(seen.longestMs, nowMs - seen.lastMs);
      seen.lastMs = nowMs;
      video.requestVideoFrameCallback(step);
    };
    video.requestVideoFrameCallback(step);
    return seen;
  }))`);
}

/** What the videos have shown since `watchVideos`, in the order of the page. */
export async function framesOf(page: Page): Promise<VideoFrames[]> {
  return (await page.evaluate(`watched.map(({ video, first, last, lastMs, longestMs }) => ({
    shown: first === undefined ? 0 : last - first + 1,
    longestMs: Math.max(longestMs, performance.now() - lastMs),
    isThere: video.isConnected,
  }))`)) as VideoFrames[];
}
