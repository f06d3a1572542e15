import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type OnvifDevice, startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;

describe("a camera with ONVIF on its page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let camera: RtspServer;
  let device: OnvifDevice;
  let browser: Browser;
  let page: Page;

  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined ? undefined : page.screenshot({ path: `${dir}/${name}.png` });
  };
  const movements = (): string[] =>
    device.operations.filter((one) => one === "ContinuousMove" || one === "Stop");

  before(async () => {
    camera = await startRtspServer({ size: "320x180", fps: 10 });
    const streams = [{ token: "main", url: camera.url }];
    device = await startOnvifDevice({ streams, ptz: true, events: { addressing: true } });
    box = await startAppliance({ yaml: "models: { default: motion }" });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "dome",
      source: { type: "rtsp", url: camera.url, onvif_url: device.url },
    });
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator("[data-stream=dome]").waitFor();
    await goTo(page, "/cameras/dome");
    await page.getByRole("button", { name: "Move camera", exact: true }).click();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await device?.stop();
    await camera?.stop();
  });

  it("turns the camera while an arrow key is held, repeats the movement, and stops it on release", async () => {
    const pad = page.getByRole("application", { name: "Pan and tilt" });
    await pad.focus();
    await page.keyboard.down("ArrowRight");
    const moves = () => movements().filter((one) => one === "ContinuousMove").length;
    // On a busy machine a repetition may come after the camera's own timeout has stopped it.
    await until(() => moves() >= 3 && device.pose.moving, { deadlineMs });
    assert.match(device.requests.join("\n"), /PanTilt x="1"/);
    await page.keyboard.up("ArrowRight");
    await until(() => movements().at(-1) === "Stop", { deadlineMs });
    assert.equal(device.pose.moving, false);
    await shot("ptz");
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("stops the camera when the focus goes elsewhere and when the pointer lets go", async () => {
    const pad = page.getByRole("application", { name: "Pan and tilt" });
    await pad.focus();
    await page.keyboard.down("ArrowUp");
    await until(() => device.pose.moving, { deadlineMs });
    await page.getByLabel("Name of a new preset").focus();
    await until(() => !device.pose.moving, { deadlineMs });
    await page.keyboard.up("ArrowUp");
    await page.getByRole("button", { name: "Zoom in" }).hover();
    await page.mouse.down();
    await until(() => device.pose.moving, { deadlineMs });
    await page.mouse.up();
    await until(() => movements().at(-1) === "Stop", { deadlineMs });
    assert.equal(device.pose.stoppedBy, "stop");
  });

  it("stores the view, goes back to it, and tours the stored views", async () => {
    const before = device.presets.size;
    for (const name of ["Ramp", "Yard"]) {
      await page.getByLabel("Name of a new preset").fill(name);
      await page.getByRole("button", { name: "Save this view" }).click();
      await page
        .getByLabel("Preset", { exact: true })
        .getByText(name)
        .waitFor({ state: "attached" });
    }
    assert.equal(device.presets.size, before + 2);
    await page.getByLabel("Preset", { exact: true }).selectOption({ label: "Ramp" });
    await page.getByRole("button", { name: "Go to" }).click();
    await until(() => device.operations.includes("GotoPreset"), { deadlineMs });
    const visits = () => device.operations.filter((one) => one === "GotoPreset").length;
    await page.getByLabel("Stay at each preset (s)").fill("5");
    await page.getByRole("button", { name: "Start tour" }).click();
    await until(() => visits() >= 3, { deadlineMs });
    await page.getByRole("button", { name: "Stop tour" }).click();
    await page.getByRole("button", { name: "Start tour" }).waitFor();
  });

  it("gets a rule for the camera's own events, and shows them with their incident", async () => {
    const rules = page.locator("section", { has: page.getByText("Detection rules") });
    await rules.getByRole("button", { name: "Add" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Type", { exact: true }).selectOption({ label: "Camera event" });
    await form.getByLabel("Digital input").check();
    await form.getByRole("button", { name: "Save" }).click();
    await rules.getByText("Digital input").waitFor();
    const events = page.locator("section", {
      has: page.getByRole("heading", { name: "Camera events" }),
    });
    await events.getByText("Receiving", { exact: false }).waitFor();
    device.events.emit({
      topic: "tns1:Device/Trigger/DigitalInput",
      source: { InputToken: "Ramp door" },
      data: { LogicalState: "true" },
    });
    await events.getByText("Ramp door", { exact: false }).first().waitFor();
    const incidents = async () =>
      (await box.get("/api/v1/surveillance/incidents?type=digital_input")).body.data.data;
    await until(async () => (await incidents()).length > 0, { deadlineMs });
    const [incident] = await incidents();
    assert.deepEqual([incident.source, incident.stream_id], ["camera", "dome"]);
    await page.getByText("Input Ramp door of the camera is active", { exact: false }).waitFor();
    await shot("camera-events");
    assert.deepEqual(await accessibilityProblems(page), []);
  });
});
