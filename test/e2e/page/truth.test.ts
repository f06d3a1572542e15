import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;
const site = `models: { default: motion }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 0.5 }]`;
/** The time of a last picture, e.g. `Last picture 14:07:41`. */
const lastPicture = /^Last picture \d\d:\d\d:\d\d$/;

describe("what the page says of the present", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let camera: RtspServer;
  let browser: Browser;
  let page: Page;

  const tile = () => page.locator("[data-stream=yard]");
  const mode = () => tile().locator(".screen-mode");
  const away = "Disconnected, retrying …";
  const go = (path: string) => page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  const isOld = async () => (await tile().locator(".screen").getAttribute("data-old")) === "true";

  before(async () => {
    camera = await startRtspServer({ size: "320x180" });
    box = await startAppliance({ yaml: site });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "yard",
      source: { type: "rtsp", url: camera.url },
    });
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    const enteredAtMs = performance.now();
    await page.keyboard.press("Enter");
    const isShown = "document.querySelector('.tile video')?.currentTime > 0";
    await until(async () => (await page.evaluate(isShown)) === true, { deadlineMs });
    console.log(`first picture ${Math.round(performance.now() - enteredAtMs)} ms after sign-in`);
    await mode()
      .filter({ hasText: /^Live$/ })
      .waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await camera?.stop();
  });

  for (const isAnnotated of [false, true]) {
    const kind = isAnnotated ? "pictures with detections" : "video";
    it(`calls ${kind} of a camera that stands still the last picture`, async () => {
      await page.getByLabel("Show detections").setChecked(isAnnotated);
      await mode()
        .filter({ hasText: /^Live$/ })
        .waitFor();
      camera.freeze();
      await mode().filter({ hasText: lastPicture }).waitFor();
      assert.equal(await isOld(), true, "the picture is grey");
      assert.deepEqual(await accessibilityProblems(page), []);
      camera.thaw();
      await mode()
        .filter({ hasText: /^Live$/ })
        .waitFor();
      await until(async () => !(await isOld()));
    });
  }

  it("keeps the last picture, with its time, of a camera that is gone", async () => {
    await page.getByLabel("Show detections").uncheck();
    await mode()
      .filter({ hasText: /^Live$/ })
      .waitFor();
    await camera.kill();
    await tile().and(page.locator("[data-state=offline]")).waitFor();
    await mode().filter({ hasText: lastPicture }).waitFor();
    const seen = await page.evaluate(
      `document.querySelector("[data-stream=yard] canvas").width > 300`,
    );
    assert.equal(seen, true, "the picture stays under the words");
    await camera.restart();
    await mode()
      .filter({ hasText: /^Live$/ })
      .waitFor();
  });

  it("says in the header, at cameras and at robots that the box does not answer, and that it does again", async () => {
    const header = page.locator("header .link-state");
    await header.getByText("Connected").waitFor();
    process.kill(box.pid, "SIGSTOP");
    const stoppedAt = performance.now();
    try {
      await header.getByText(away).waitFor();
      await tile().getByText(away).waitFor();
      await mode().filter({ hasText: lastPicture }).waitFor();
      console.log(`said after ${Math.round(performance.now() - stoppedAt)} ms`);
      await tile().getByText("Online").waitFor({ state: "detached" });
    } finally {
      process.kill(box.pid, "SIGCONT");
    }
    await header.getByText("Connected").waitFor();
    await tile().getByText("Online").waitFor();
    await go("/robots");
    await page.locator("main").getByText("online", { exact: true }).waitFor();
    await box.kill();
    const killedAt = performance.now();
    await header.getByText(away).waitFor();
    await page.locator("main").getByText(away).waitFor();
    console.log(`said after ${Math.round(performance.now() - killedAt)} ms`);
    assert.equal(await page.locator("main").getByText("online", { exact: true }).count(), 0);
    await box.restart();
    await header.getByText("Connected").waitFor();
    await page.locator("main").getByText("online", { exact: true }).waitFor();
  });
});
