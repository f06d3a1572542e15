import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 60_000;
const cameras = 17;
/** Frames that each tile's video has shown; -1 for a tile without one. */
const frames = `[...document.querySelectorAll(".tile")].map((tile) =>
  tile.querySelector("video")?.getVideoPlaybackQuality().totalVideoFrames ?? -1)`;

describe("the wall of cameras", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let source: RtspServer;
  let browser: Browser;
  let page: Page;

  const tiles = () => page.locator(".tile");
  const names = () => page.locator(".tile-name").allTextContents();
  const layout = (size: string) => page.getByLabel("Layout").selectOption(size);

  before(async () => {
    source = await startRtspServer({ size: "320x180", fps: 5 });
    box = await startAppliance({
      yaml: "models: { default: motion }\nlimits: { reads_per_minute: 1000000 }",
    });
    for (let camera = 1; camera <= cameras; camera += 1) {
      const id = `camera-${String(camera).padStart(2, "0")}`;
      const isYard = camera === cameras;
      await box.post("/api/v1/surveillance/streams", {
        stream_id: id,
        // One address would be one source for the box.
        source: { type: "rtsp", url: `${source.url}?camera=${camera}` },
        context: {
          site: camera % 2 === 0 ? "North" : "South",
          zones: { all: { xyxy: [0, 0, 1, 1] } },
        },
        behaviors: isYard ? [{ type: "intrusion", zone: "all", severity: "critical" }] : [],
      });
    }
    browser = await launchShell();
    const viewport = { width: 1600, height: 1400 };
    page = await (await browser.newContext({ locale: "en-GB", viewport })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await tiles().first().waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await source?.stop();
  });

  it("is the first screen, and plays sixteen cameras at once without one that stands still", async () => {
    assert.match(page.url(), /#\/live$/);
    assert.equal(await tiles().count(), 16);
    await page
      .locator(".tile .screen-mode", { hasText: /^Live$/ })
      .nth(15)
      .waitFor();
    const before = (await page.evaluate(frames)) as number[];
    await until(
      async () => {
        const now = (await page.evaluate(frames)) as number[];
        return now.every((count, tile) => count >= before[tile]! + 5);
      },
      { deadlineMs, what: "more frames in every tile" },
    );
  });

  it("puts the camera with the open incident first, in the colour of its severity", async () => {
    // Sixteen videos would take the processor from the detection.
    await layout("4");
    await until(
      async () => {
        const { body } = await box.get("/api/v1/surveillance/incidents?state=open");
        return body.data.total > 0;
      },
      { deadlineMs, what: "an open incident" },
    );
    await page.getByLabel("Active first").check();
    await page.locator(".tile[data-severity]").first().waitFor();
    assert.equal((await names())[0], "camera-17");
    await page.locator(".live .incident").first().waitFor();
  });

  it("shows so many at once as were chosen, on pages, and remembers it", async () => {
    await until(async () => (await tiles().count()) === 4);
    await page.getByText("1 of 5").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("2 of 5").waitFor();
    await page.reload();
    await until(async () => (await tiles().count()) === 4);
    assert.equal((await names())[0], "camera-17");
    await page.getByLabel("Active first").uncheck();
  });

  it("finds cameras by name and by group, and lets go of those out of the wall", async () => {
    await page.getByLabel("Group").selectOption("North");
    await page.getByLabel("Search").fill("-1");
    await until(async () => (await tiles().count()) === 4);
    assert.deepEqual(await names(), ["camera-10", "camera-12", "camera-14", "camera-16"]);
    const open = async () => (await box.get("/api/v1/system")).body.data.live_videos.open;
    await until(async () => (await open()) === 4, { deadlineMs, what: "four videos on the box" });
    await page.getByLabel("Search").fill("nothing like it");
    await page.getByText("No camera matches.").waitFor();
    await page.getByLabel("Search").fill("");
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("fills the screen, and comes back", async () => {
    await page.getByRole("button", { name: "Full screen" }).click();
    await page.locator(".wall-frame:fullscreen").waitFor();
    await page.evaluate("document.exitFullscreen()");
    await page.locator(".wall-frame:not(:fullscreen)").waitFor();
  });
});
