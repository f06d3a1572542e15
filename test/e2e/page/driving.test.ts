import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { processTimes } from "../../support/box/cpu-time.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, overhangPx, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;
const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 0.5, camera: mast, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;

describe("a robot's page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let camera: RtspServer;
  let browser: Browser;
  let page: Page;

  const rover = async () => (await box.get("/api/v1/robots/rover/status")).body.data;
  const now = () => page.locator(".stop-now");
  const button = (name: string) => page.getByRole("button", { name });

  const open = async (key: string): Promise<Page> => {
    const opened = await (await browser.newContext({ locale: "en-GB" })).newPage();
    opened.setDefaultTimeout(deadlineMs);
    await opened.goto(`${box.url}/#/robots/rover`);
    await opened.getByLabel("API key").fill(key);
    await opened.keyboard.press("Enter");
    await opened.locator(".robot-map").waitFor();
    return opened;
  };

  before(async () => {
    camera = await startRtspServer({ size: "320x180" });
    box = await startAppliance({ yaml: site });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "mast",
      source: { type: "rtsp", url: camera.url },
    });
    browser = await launchShell();
    page = await open(box.key);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await camera?.stop();
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    it(`keeps map, robot's picture, pad and stop in sight together on ${viewport.width} × ${viewport.height}`, async () => {
      await page.setViewportSize(viewport);
      await page.evaluate("scrollTo(0, 0)");
      const bar = (await page.locator(".stop-bar").boundingBox())!;
      for (const what of [".robot-map", ".robot-picture"]) {
        const { y, height } = (await page.locator(what).boundingBox())!;
        assert.ok(
          y + height <= bar.y,
          `${what} ends at ${y + height}, the stop begins at ${bar.y}`,
        );
      }
      await page.getByRole("button", { name: "Take control" }).click();
      const pad = page.getByRole("application", { name: "Driving pad" });
      await pad.waitFor();
      const picture = page.locator(".robot-picture");
      await picture.locator(".screen-mode", { hasText: /^Live$/ }).waitFor();
      const stop = page.locator(".stop-bar");
      const edges = async (what: Locator): Promise<[number, number]> => {
        const { y, height } = (await what.boundingBox())!;
        return [y, y + height];
      };
      // The window scrolls to them.
      await until(async () => {
        const [top] = await edges(page.locator("header"));
        const [, headerEnd] = await edges(page.locator("header"));
        const [mapTop] = await edges(page.locator(".robot-map"));
        return top === 0 && mapTop >= headerEnd;
      });
      const [stopTop, stopEnd] = await edges(stop);
      assert.ok(stopEnd <= viewport.height, `the stop ends at ${stopEnd}`);
      for (const what of [page.locator(".robot-map"), picture, pad]) {
        const [top, end] = await edges(what);
        assert.ok(top >= 0 && end <= stopTop && end - top >= 90, `${top} to ${end} of ${stopTop}`);
      }
      assert.equal(await overhangPx(page), 0);
      assert.deepEqual(await accessibilityProblems(page), []);
      // While axe works on a busy machine, the page may miss a heartbeat; the box then lets go by itself.
      const release = page.getByRole("button", { name: "Release control" });
      await until(async () => {
        if ((await pad.count()) === 0) return true;
        await release.click({ timeout: 2000 }).catch(() => undefined);
        return false;
      });
    });
  }

  it("shows the robot's camera by WebRTC, again after its process died, and by WebSocket where WebRTC does not get through", async (t) => {
    const isLive = (of: Page) =>
      of.locator(".robot-picture .screen-mode", { hasText: /^Live$/ }).waitFor();
    const source = (of: Page) =>
      of.evaluate(`(() => {
        const video = document.querySelector(".robot-picture video");
        return video?.srcObject ? "webrtc" : String(video?.src).slice(0, 5);
      })()`);
    await page.evaluate("scrollTo(0, 0)");
    await isLive(page);
    assert.equal(await source(page), "webrtc");
    const metrics = async () => await (await box.fetch("/metrics")).text();
    assert.match(await metrics(), /^gatehouse_webrtc_viewers 1$/m);
    const shownSec = () =>
      page.evaluate(`document.querySelector(".robot-picture video").currentTime`);
    await until(async () => Number(await shownSec()) > 5, { deadlineMs, what: "a steady picture" });
    const child = processTimes(box.pid).find(({ args }) => args.includes("webrtc/child/main"));
    process.kill(child!.pid, "SIGKILL");
    await until(
      async () => {
        const text = await metrics();
        const hasRestarted = /^gatehouse_child_restarts_total\{child="webrtc"\} 1$/m.test(text);
        return hasRestarted && /^gatehouse_webrtc_viewers 1$/m.test(text);
      },
      { deadlineMs, what: "the page opens another session" },
    );
    await isLive(page);
    assert.equal(await source(page), "webrtc");
    const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
    t.after(() => other.context().close());
    other.setDefaultTimeout(deadlineMs);
    // As where a firewall drops its packets.
    await other.addInitScript("RTCPeerConnection.prototype.setRemoteDescription = async () => {}");
    await other.goto(`${box.url}/#/robots/rover`);
    await other.getByLabel("API key").fill(box.key);
    await other.keyboard.press("Enter");
    await until(async () => (await source(other)) === "blob:", {
      deadlineMs,
      what: "the other way",
    });
    await isLive(other);
    await page.evaluate(`location.hash = "/review"`);
    await until(async () => /^gatehouse_webrtc_viewers 0$/m.test(await metrics()), {
      deadlineMs,
      what: "the page lets go",
    });
    await page.evaluate(`location.hash = "/robots/rover"`);
    await page.locator(".robot-map").waitFor();
  });

  it("says at the stop what is true now: standing, moving, stopped, and unknown when the box is away", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await now().getByText("Rover: standing still").waitFor();
    await page.getByRole("button", { name: "Take control" }).click();
    await page.getByRole("application").waitFor();
    await page.keyboard.down("ArrowUp");
    await now()
      .getByText(/^Rover: moving, 0\.\d+ m\/s$/)
      .waitFor();
    await page.getByRole("button", { name: "Stop Rover" }).click();
    await page.keyboard.up("ArrowUp");
    await page.getByText(/^Rover: stopped in \d.*, \d\d:\d\d:\d\d$/).waitFor();
    await now().getByText("Rover: stopped by an operator").waitFor();
    await page.getByRole("button", { name: "Take control" }).click();
    await page.getByRole("application").waitFor();
    await page.keyboard.down("ArrowUp");
    await now()
      .getByText(/^Rover: moving/)
      .waitFor();
    await page.keyboard.up("ArrowUp");
    await page.getByRole("button", { name: "Release control" }).click();
    await now().getByText("Rover: standing still").waitFor();
    process.kill(box.pid, "SIGSTOP");
    try {
      await now().getByText("Rover: state unknown").waitFor();
    } finally {
      process.kill(box.pid, "SIGCONT");
    }
    await now().getByText("Rover: standing still").waitFor();
  });

  it("shows the picture of a robot's own camera, which stays with its time while the box is away", async (t) => {
    const added = await box.fetch("/api/v1/robots/scout", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        driver: "sim",
        geofence: { frame: "map", polygon: [[-9, -9], [9, -9], [9, 9], [-9, 9]] }, // prettier-ignore
        sim: { camera: {} },
      }),
    });
    assert.equal(added.status, 200, await added.clone().text());
    const taken = await box.fetch("/api/v1/robots/scout/picture");
    assert.equal(taken.headers.get("content-type"), "image/png");
    assert.deepEqual([...new Uint8Array(await taken.arrayBuffer())].slice(0, 2), [0x89, 0x50]);
    const none = await box.get("/api/v1/robots/rover/picture");
    assert.deepEqual([none.status, none.body.error?.code], [409, "conflict"]);
    const viewer = await open(box.key);
    t.after(() => viewer.context().close());
    await viewer.goto(`${box.url}/#/robots/scout`);
    const mode = (text: RegExp) => viewer.locator(".robot-picture .screen-mode", { hasText: text });
    // Out of sight it asks for no picture.
    await viewer.locator(".robot-picture").scrollIntoViewIfNeeded();
    await mode(/^Live$/).waitFor();
    process.kill(box.pid, "SIGSTOP");
    try {
      await mode(/^Last picture /).waitFor();
    } finally {
      process.kill(box.pid, "SIGCONT");
    }
    await mode(/^Live$/).waitFor();
  });

  it("tells a viewer that the right to stop is missing, and shows no button that would fail", async (t) => {
    const made = await box.post("/api/v1/keys", { name: "Viewer", preset: "viewer" });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const viewer = await open(made.body.data.key);
    t.after(() => viewer.context().close());
    await viewer.getByText(/the robots:command permission is missing/).waitFor();
    assert.equal(await viewer.locator(".stop-button").count(), 0);
    assert.equal((await rover()).held_by_stop, false);
  });

  it("draws a zone of a robot on its map, says at the field what is wrong with it, changes it and takes it away", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const map = page.getByRole("img", { name: /^Map map with Rover/ });
    await map.waitFor();
    await button("Draw a zone").click();
    const form = page.locator("[data-zone-form]");
    await form.getByLabel("Name").fill("Ramp");
    const { y: top } = (await map.boundingBox())!;
    assert.ok(top >= 0 && top < 450, `the map is in sight: ${top}`);
    const drawn = map.locator(".zone.draft circle");
    for (const count of [1, 2, 3]) {
      await map.click({ position: { x: 60 + 40 * count, y: 60 + 30 * (count % 2) } });
      await until(async () => (await drawn.count()) === count);
    }
    await form.getByRole("button", { name: "Add a corner" }).click();
    const crossing = [
      [-16, -16],
      [-12, -12],
      [-12, -16],
      [-16, -12],
    ] as const;
    const type = async (at: number, [x, y]: readonly [number, number]): Promise<void> => {
      await form.getByLabel(`Corner ${at + 1}: x`).fill(String(x));
      await form.getByLabel(`Corner ${at + 1}: y`).fill(String(y));
    };
    for (const [at, corner] of crossing.entries()) await type(at, corner);
    const save = form.getByRole("button", { name: "Save" });
    await save.click();
    const wrong = form.locator("fieldset + [role=alert]", { hasText: "Check your entries" });
    await wrong.waitFor();
    assert.deepEqual((await box.get("/api/v1/robots/zones")).body.data.data, []);
    await type(1, crossing[2]);
    await type(2, crossing[1]);
    await save.click();
    const row = page.locator("[data-zone=Ramp]");
    await row.getByText("keep out").waitFor();
    await map.locator(".zone.keep_out text", { hasText: "Ramp" }).waitFor();
    await form.waitFor({ state: "detached" });
    await button("Draw a zone").click();
    await form.getByLabel("Name").fill("Ramp");
    await form.getByText("This name is in use.").waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await row.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("Type").selectOption("speed_limit");
    await form.getByLabel("Speed limit (m/s)").fill("50");
    await save.click();
    await form.getByRole("alert").filter({ hasText: "Check your entries" }).waitFor();
    await form.getByLabel("Speed limit (m/s)").fill("0.3");
    assert.deepEqual(await accessibilityProblems(page), []);
    await save.click();
    await row.getByText("speed limit").waitFor();
    const [stored] = (await box.get("/api/v1/robots/zones")).body.data.data;
    assert.equal(stored.max_speed_mps, 0.3);
    assert.deepEqual(stored.polygon, [crossing[0], crossing[2], crossing[1], crossing[3]]);
    await row.getByRole("button", { name: "Delete" }).click();
    await row.getByRole("button", { name: /^Confirm: / }).click();
    await row.waitFor({ state: "detached" });
    assert.deepEqual((await box.get("/api/v1/robots/zones")).body.data.data, []);
  });
});
