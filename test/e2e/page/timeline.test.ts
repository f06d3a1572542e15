import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import {
  complaintsOf,
  launchShell,
  overhangPx,
  withoutBrowser,
} from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";

const deadlineMs = 40_000;
const streams = "/api/v1/surveillance/streams";
const seeks = 20;

describe("the timeline of two recorded cameras", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let source: RtspServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[] = [];

  const area = () => page.getByRole("slider", { name: "Time" });
  const timeOf = async (): Promise<number> => Number(await area().getAttribute("aria-valuenow"));
  const spanSec = async (): Promise<number> =>
    Number(await area().getAttribute("aria-valuemax")) -
    Number(await area().getAttribute("aria-valuemin"));
  /** Goes to a place of the timeline, from wherever the page is, and waits until it shows it (whole seconds). */
  const goTo = async (to: { streams: string; at: number; spanSec: number }): Promise<void> => {
    const query = `streams=${to.streams}&at=${to.at}&span=${to.spanSec}`;
    await page.goto(`${box.url}/#/review/timeline?${query}`);
    const isThere = async (): Promise<boolean> =>
      Math.abs((await timeOf()) - to.at) <= 1 && Math.abs((await spanSec()) - to.spanSec) <= 2;
    await until(isThere, { what: "the view of the address", deadlineMs });
  };
  /** Start and end of what is recorded of the gate. */
  const recorded = async (): Promise<{ from: number; to: number }> => {
    const to = Date.now() / 1000 + 1;
    const query = `stream_ids=gate&from=${to - 600}&to=${to}`;
    const { body } = await box.get(`/api/v1/surveillance/timeline?${query}`);
    return body.data.data[0].recordings.at(-1);
  };

  before(async () => {
    source = await startRtspServer({ size: "320x180" });
    box = await startAppliance({
      yaml: "models: { default: motion }\nrecording: { mode: continuous }",
    });
    for (const id of ["gate", "yard"]) {
      const { url } = source;
      const { status } = await box.post(streams, { stream_id: id, source: { type: "rtsp", url } });
      assert.equal(status, 202);
    }
    browser = await launchShell();
    const viewport = { width: 1280, height: 900 };
    page = await (await browser.newContext({ viewport, locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    complaints = complaintsOf(page);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator(".menu-button").waitFor();
    await until(
      async () => {
        const span = await recorded();
        return span !== undefined && span.to - span.from > 12;
      },
      // Requests are counted.
      { what: "twelve recorded seconds", deadlineMs: 60_000, everyMs: 500 },
    );
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await source?.stop();
  });

  it("shows both cameras at one playhead and plays what is recorded", async () => {
    const { from } = await recorded();
    await goTo({ streams: "gate,yard", at: from + 3, spanSec: 60 });
    for (const id of ["gate", "yard"]) {
      await page.locator(`[data-player=${id}] video`).waitFor();
      await page.locator(`[data-stream=${id}] .recorded`).first().waitFor();
    }
    await area().focus();
    await page.keyboard.press(" ");
    const times = `[...document.querySelectorAll("[data-player] video")].map((one) => one.currentTime)`;
    const start = (await page.evaluate(times)) as number[];
    await until(
      async () => ((await page.evaluate(times)) as number[]).every((at, n) => at > start[n]! + 1),
      { what: "both to play", deadlineMs },
    );
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("shows a frame after each seek", async () => {
    const { from } = await recorded();
    await goTo({ streams: "gate", at: from + 6, spanSec: 10 });
    await page.locator("[data-player=gate] video").waitFor();
    const { width } = (await area().boundingBox())!;
    await page.evaluate(`(() => {
      const seen = globalThis.players = new Set();
      const look = () => document.querySelectorAll("[data-player] video").forEach((one) => seen.add(one));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      look();
    })()`);
    const tookMs: number[] = [];
    for (let n = 0; n < seeks; n += 1) {
      // The source changes with each seek; its first frame follows, and the preview may come before.
      await page.evaluate(`void (globalThis.frameAfterSeek = new Promise((done) => {
        const before = document.querySelector("[data-player=gate] video").src;
        let began;
        addEventListener("pointerdown", () => { began = performance.now(); }, { once: true, capture: true });
        const poll = () => {
          const video = document.querySelector("[data-player=gate] video");
          const isThere = began !== undefined && video && video.src !== before && video.readyState >= 2;
          if (isThere) return done(performance.now() - began);
          const { src, readyState, networkState, error } = video ?? {};
          const state = JSON.stringify({ src, before, readyState, networkState, error: error?.message });
          if (performance.now() - began > ${deadlineMs}) done(state);
          else setTimeout(poll, 5);
        };
        poll();
      }))`);
      const share = 0.1 + (0.8 * ((n * 7) % seeks)) / seeks;
      await area().click({ position: { x: width * share, y: 40 } });
      const took = (await page.evaluate("globalThis.frameAfterSeek")) as number | string;
      const where = `seek ${n} to ${await timeOf()}, recorded from ${from}`;
      assert.ok(typeof took === "number", `no frame after ${where}: ${took}`);
      tookMs.push(took);
    }
    const sorted = tookMs.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.floor(share * (seeks - 1))]!);
    console.log(`first frame after a seek: p50 ${at(0.5)}, p95 ${at(0.95)} ms`);
    // A browser has six connections to a host: videos of earlier seeks must not hold them.
    const loading = `[...players].filter((one) => !one.isConnected && one.networkState !== 0).length`;
    const amount = (await page.evaluate("players.size")) as number;
    assert.ok(amount > seeks, `${amount} videos`);
    await until(async () => (await page.evaluate(loading)) === 0, {
      what: "the earlier videos to let go of their connections",
      deadlineMs,
    });
  });

  it("gives a small picture of a recorded time, and none where nothing is recorded", async () => {
    const { from } = await recorded();
    const preview = (at: number) => box.fetch(`${streams}/gate/preview.jpg?at=${at}`);
    const answer = await preview(from + 4.5);
    assert.equal(answer.status, 200);
    const frameAt = Number(answer.headers.get("x-frame-time"));
    assert.ok(frameAt <= from + 4.5 && frameAt > from, `${frameAt}`);
    assert.equal((await preview(from - 3600)).status, 404);
    const tookMs: number[] = [];
    for (let n = 0; n < seeks; n += 1) {
      const beganMs = performance.now();
      await (await preview(from + 1 + n / 2)).arrayBuffer();
      tookMs.push(performance.now() - beganMs);
    }
    const sorted = tookMs.toSorted((a, b) => a - b);
    console.log(`previews: p50 ${sorted[10]!.toFixed(0)}, p95 ${sorted[18]!.toFixed(0)} ms`);
  });

  it("zooms by the wheel and by keys from a month to a second, and moves by arrows", async () => {
    const { from } = await recorded();
    await goTo({ streams: "gate", at: from + 5, spanSec: 60 });
    await page.locator("[data-stream=gate] .recorded").first().waitFor();
    await area().hover();
    for (let n = 0; n < 70; n += 1) await page.mouse.wheel(0, 100);
    await until(async () => (await spanSec()) > 2_600_000, { what: "a month", deadlineMs });
    await page.locator("[data-stream=gate] .recorded").first().waitFor({ state: "attached" });
    await area().focus();
    for (let n = 0; n < 80; n += 1) await page.keyboard.press("+");
    await until(async () => (await spanSec()) <= 3, { what: "a second", deadlineMs });
    for (let n = 0; n < 20; n += 1) await page.keyboard.press("-");
    const before = await timeOf();
    await page.keyboard.press("PageUp");
    await until(async () => (await timeOf()) > before, { what: "a later time", deadlineMs });
  });

  it("shows a picture of the time below the pointer", async () => {
    const { from } = await recorded();
    await goTo({ streams: "gate", at: from + 6, spanSec: 8 });
    await page.locator("[data-stream=gate] .recorded").first().waitFor();
    const { x, y, width, height } = (await page.locator("[data-stream=gate]").boundingBox())!;
    let n = 0;
    await until(
      async () => {
        n += 1;
        await page.mouse.move(x + width * (0.4 + (n % 3) / 20), y + height / 2);
        return (await page.evaluate(
          `document.querySelector(".timeline-hover img")?.naturalWidth > 0`,
        )) as boolean;
      },
      { what: "the picture", deadlineMs, everyMs: 700 },
    );
  });

  it("exports the span between the brackets as an archive, a file a camera and a time-lapse", async () => {
    const { from } = await recorded();
    await goTo({ streams: "gate,yard", at: from + 2, spanSec: 60 });
    await page.locator("[data-stream=gate] .recorded").first().waitFor();
    await area().focus();
    await page.keyboard.press("[");
    for (let n = 0; n < 8; n += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("]");
    const panel = page.getByRole("region", { name: "Export" });
    const links = panel.getByRole("link");
    // The spans of the second camera may come later than those of the first.
    await until(async () => (await links.count()) === 5, { what: "five links", deadlineMs });
    for (const [name, type] of [
      ["Archive (ZIP)", "application/zip"],
      ["Video of gate", "video/mp4"],
      ["Time-lapse yard", "video/mp4"],
    ] as const) {
      const href = (await panel.getByRole("link", { name }).getAttribute("href"))!;
      const answer = await box.fetch(href);
      assert.equal(answer.status, 200, href);
      assert.match(answer.headers.get("content-type")!, new RegExp(type));
      assert.ok((await answer.arrayBuffer()).byteLength > 1000);
    }
  });

  it("meets WCAG 2.2 AA in dark Arabic and fits a small phone", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await chooseLanguage(page, "ar");
    await page.locator("[data-stream=gate] .recorded").first().waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.setViewportSize({ width: 360, height: 740 });
    await until(async () => (await overhangPx(page)) === 0, {
      what: "the width of a phone",
      deadlineMs: 5000,
    });
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.deepEqual(complaints, []);
  });
});
