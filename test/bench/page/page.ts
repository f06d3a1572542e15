/**
 * What a person waits for, in Chromium with an empty cache: the first paint of the page, and the first picture of
 * a live 720p camera after the sign-in. Baselines in the same rounds: a page with one line of text, and a bare
 * `<video>` that plays a file of the same video. Then the size of the page as it travels.
 * Exits with 1 if the median of the first paint is above 0.6 s or that of the first picture above 1.5 s (issue:
 * numbers). Argument: rounds.
 */
import { startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { startBarePages } from "../../support/page/bare-pages.ts";
import { benchDeadlineMs, openPage, quantile } from "../../support/page/bench-page.ts";
import { launchBrowser } from "../../support/page/browser.ts";
import { mostPageBytes, pageBytes } from "../../support/page/page-size.ts";
import { firstPaintOf } from "../../support/page/page-figures.ts";

const rounds = Number(process.argv[2] ?? 7);
const paintBoundMs = 600;
const pictureBoundMs = 1500;
const footage = { size: "1280x720", fps: 15 };
/** Resolves with the milliseconds until the first video of the page has a frame. */
const firstFrame = (beganMs: string): string => `new Promise((done) => {
  const began = ${beganMs};
  const poll = () => {
    const video = document.querySelector("video");
    if (video?.readyState >= 2 && video.videoWidth > 0) done(performance.now() - began);
    else setTimeout(poll, 5);
  };
  poll();
})`;

const source = await startRtspServer(footage);
const bare = await startBarePages(footage, 5);
const box = await startAppliance({ yaml: "models: { default: motion }" });
const browser = await launchBrowser();
const paint: number[] = [];
const bareTextMs: number[] = [];
const picture: number[] = [];
const bareVideo: number[] = [];
try {
  const streams = "/api/v1/surveillance/streams";
  await box.post(streams, { stream_id: "gate", source: { type: "rtsp", url: source.url } });
  await until(async () => (await box.get(`${streams}/gate`)).body.data.state === "watching", {
    deadlineMs: benchDeadlineMs,
    everyMs: 250,
    what: "the camera",
  });
  for (let round = 0; round < rounds; round += 1) {
    const text = await openPage(browser, bare.textUrl);
    bareTextMs.push(await firstPaintOf(text));
    await text.goto(bare.videosUrl(1, 640));
    bareVideo.push((await text.evaluate(firstFrame("0"))) as number);
    await text.context().close();
    const page = await openPage(browser, box.url);
    paint.push(await firstPaintOf(page));
    await page.evaluate(`addEventListener("keydown", () => {
      globalThis.firstPicture = ${firstFrame("performance.now()")};
    }, { capture: true })`);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    picture.push((await page.evaluate("globalThis.firstPicture")) as number);
    await page.context().close();
  }
  const row = (what: string, ms: readonly number[]): string =>
    `${what} p50 ${quantile(ms, 0.5).toFixed(0)} ms, longest ${Math.max(...ms).toFixed(0)} ms`;
  console.log(`${row("first paint", paint)}  bound ${paintBoundMs} ms`);
  console.log(row("a line of text", bareTextMs));
  console.log(`${row("first live picture after sign-in", picture)}  bound ${pictureBoundMs} ms`);
  console.log(row("a bare video, from the start of its page", bareVideo));
  const bytes = pageBytes();
  console.log(`size ${(bytes / 1000).toFixed(0)} kB gzipped  bound ${mostPageBytes / 1000} kB`);
  const isSlow = quantile(paint, 0.5) > paintBoundMs || quantile(picture, 0.5) > pictureBoundMs;
  if (isSlow || bytes > mostPageBytes) process.exitCode = 1;
} finally {
  await browser.close();
  await box.stop();
  await bare.stop();
  await source.stop();
}
