import type { Page } from "playwright-core";
import { readClock } from "../cameras/clock-camera.ts";

/** A row of pixels of a card's video, and when the page showed it. */
interface ShownRow {
  /** Green of each pixel. */
  rows: number[];
  widthPx: number;
  /** Wall clock of the browser. */
  atMs: number;
}

const showing = (id: string): string => `(() => {
  const video = document.querySelector('[data-stream="${id}"] video');
  if (!video || video.hidden || video.readyState < 2 || !video.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0);
  const atMs = Date.now();
  const { data } = context.getImageData(0, 10, canvas.width, 1);
  return { atMs, widthPx: canvas.width, rows: [...data].filter((_, at) => at % 4 === 1) };
})()`;

/** Returns the top row of what a card's video shows now; null before the first picture. */
export async function shown(page: Page, id: string): Promise<ShownRow | null> {
  return (await page.evaluate(showing(id))) as ShownRow | null;
}

/** Returns how old the picture of the camera `clock` is on the page; undefined before the first picture. */
export async function latencyMs(page: Page): Promise<number | undefined> {
  const now = await shown(page, "clock");
  if (now === null) return undefined;
  const { rows, widthPx, atMs } = now;
  return atMs - readClock({ widthPx, lumaAt: (x) => rows[x]! }, atMs);
}
