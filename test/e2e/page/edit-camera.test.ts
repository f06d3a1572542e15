import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;
const path = "/api/v1/surveillance/streams/gate";

describe("editing a camera on its page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let cameras: [RtspServer, RtspServer];
  let browser: Browser;
  let page: Page;

  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined ? undefined : page.screenshot({ path: `${dir}/${name}.png` });
  };
  const stream = async () => (await box.get(path)).body.data;

  before(async () => {
    const view = { size: "320x180", fps: 10 };
    cameras = [
      await startRtspServer(view),
      await startRtspServer({ ...view, user: "admin", password: "new-Secret", auth: "digest" }),
    ];
    box = await startAppliance({ yaml: "models: { default: motion }" });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "gate",
      source: { type: "rtsp", url: cameras[0].url },
      context: { zones: { yard: { xyxy: [0.1, 0.1, 0.6, 0.6] } } },
      behaviors: [{ type: "intrusion", zone: "yard" }],
      masks: [
        {
          polygon: [
            [0.7, 0.7],
            [0.9, 0.7],
            [0.9, 0.9],
          ],
        },
      ],
    });
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator("[data-stream=gate]").waitFor();
    await goTo(page, "/cameras/gate");
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await Promise.all((cameras ?? []).map((camera) => camera.stop()));
  });

  it("tests another address, and changes name, address and password in place", async () => {
    await page.getByRole("button", { name: "Edit camera" }).click();
    const form = page.getByRole("dialog");
    assert.equal(await form.getByLabel("Password").inputValue(), "");
    await form.getByLabel("Name", { exact: true }).fill("Nordtor 北門");
    await form.getByLabel("Address", { exact: true }).fill(cameras[1].url);
    await form.getByRole("button", { name: "Test connection" }).click();
    await form.getByText("The camera needs a user name and password.").waitFor();
    await form.getByLabel("User name").fill("admin");
    await form.getByLabel("Password").fill("new-Secret");
    await form.getByRole("button", { name: "Test connection" }).click();
    await form.getByText("The camera sends usable video.").waitFor();
    await shot("edit-camera");
    assert.deepEqual(await accessibilityProblems(page), []);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Nordtor 北門" }).waitFor();
    const { source, masks, context } = await stream();
    assert.equal(source.url, cameras[1].url);
    assert.deepEqual([masks.length, Object.keys(context.zones)], [1, ["yard"]]);
    await until(async () => (await stream()).state === "watching", { deadlineMs, everyMs: 200 });
  });

  it("shows the box's refusal of an address, and asks before it drops what was typed", async () => {
    await page.getByRole("button", { name: "Edit camera" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Address", { exact: true }).fill("rtsp://127.0.0.2/elsewhere");
    await form.getByText("This address is on another host.").waitFor();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("source.password").waitFor();
    page.once("dialog", (question) => void question.dismiss());
    await page.keyboard.press("Escape");
    assert.equal(await form.isVisible(), true);
    page.once("dialog", (question) => void question.accept());
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
  });

  it("undoes and redoes in the zone editor, and asks before it is left", async () => {
    await page.getByRole("button", { name: "Draw zones" }).click();
    const corner = page.getByRole("button", { name: /^Corner 1 of yard/ });
    const list = page.getByRole("list", { name: "Zones" });
    await list.getByRole("button", { name: "yard", exact: true }).click();
    const place = () => corner.getAttribute("aria-label");
    const before = await place();
    await corner.press("ArrowRight");
    const moved = await place();
    assert.notEqual(moved, before);
    await page.keyboard.press("Control+z");
    assert.equal(await place(), before);
    await page.keyboard.press("Control+Shift+z");
    assert.equal(await place(), moved);
    await shot("zone-editor");
    const asked: string[] = [];
    page.once("dialog", (question) => {
      asked.push(question.message());
      void question.dismiss();
    });
    await page.evaluate("location.hash = '/live'");
    await until(() => asked.length === 1, { deadlineMs });
    assert.match(asked[0]!, /unsaved/);
    assert.equal(await corner.isVisible(), true);
    assert.match(page.url(), /#\/cameras\/gate\?edit=zones$/);
    await page.keyboard.press("Escape");
    await corner.waitFor({ state: "detached" });
    page.once("dialog", (question) => void question.accept());
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Draw zones" }).waitFor();
    assert.deepEqual((await stream()).context.zones["yard"].xyxy, [0.1, 0.1, 0.6, 0.6]);
  });

  it("changes recording, analysis and alerts in one form, and sends only what was changed", async () => {
    await page.getByLabel("Recording", { exact: true }).selectOption("continuous");
    await page.getByLabel("Recorded before an incident (s)").fill("12");
    await page.getByLabel("Least severity").selectOption("warning");
    await page.getByLabel("Analysed at most (fps)").fill("3");
    const settings = page.locator("section", { has: page.getByText("Least severity") });
    await settings.scrollIntoViewIfNeeded();
    await shot("camera-settings");
    const before = await stream();
    await settings.getByRole("button", { name: "Save" }).click();
    await settings.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    const { recording, alerts, source, model } = await stream();
    assert.deepEqual([recording.mode, recording.pre_seconds], ["continuous", 12]);
    assert.equal(recording.post_seconds, before.recording.post_seconds);
    assert.deepEqual([alerts.min_severity, source.fps_cap], ["warning", 3]);
    assert.deepEqual(model.name, before.model.name);
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("says what the camera lacks for a rule in metres or about protective equipment, with the way there", async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const type = dialog.getByLabel("Type", { exact: true });
    await type.selectOption("ppe_missing");
    const models = dialog.getByRole("link", { name: "Models" });
    assert.equal(await models.getAttribute("href"), "#/system/models");
    await type.selectOption("intrusion");
    await models.waitFor({ state: "detached" });
    await type.selectOption("speeding");
    assert.deepEqual(await accessibilityProblems(page), []);
    page.once("dialog", (question) => void question.accept());
    await dialog.getByRole("link", { name: "Calibrate to map" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".calibration").waitFor();
  });

  it("changes and removes the rule of anomaly detection, which the box has once", async () => {
    const patch = { method: "PATCH", headers: { "content-type": "application/json" } };
    const anomaly = { enabled: true, sensitivity: 0.5 };
    const { status } = await box.fetch(path, { ...patch, body: JSON.stringify({ anomaly }) });
    assert.equal(status, 200);
    const types = async () => (await stream()).behaviors.map(({ type }: { type: string }) => type);
    const edit = page.getByRole("button", { name: "Edit: Anomaly" });
    await edit.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Sensitivity (0–1)").fill("0.8");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual((await stream()).behaviors.at(-1), { type: "anomaly", sensitivity: 0.8 });
    assert.deepEqual(await types(), ["intrusion", "anomaly"]);
    await page.getByRole("button", { name: "Delete: Anomaly" }).click();
    await page.getByRole("button", { name: /^Confirm/ }).click();
    await edit.waitFor({ state: "detached" });
    assert.deepEqual(await types(), ["intrusion"]);
  });

  it("takes the camera's own detection as the model, and says what the camera lacks for it", async () => {
    const choose = async (model: string) => {
      await page.getByLabel("Model", { exact: true }).selectOption({ label: model });
      const settings = page.locator("section", { has: page.getByText("Least severity") });
      await settings.getByRole("button", { name: "Save" }).click();
      await settings.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
    };
    await choose("Camera's own detection (ONVIF Profile M)");
    await until(async () => (await stream()).model.name === "camera", { deadlineMs, everyMs: 200 });
    await page.getByText("The camera offers no metadata at this address.").first().waitFor();
    await shot("camera-model");
    assert.deepEqual(await accessibilityProblems(page), []);
    await choose("motion");
    await until(async () => (await stream()).state === "watching", { deadlineMs, everyMs: 200 });
  });

  it("names what goes with a camera before it removes it", async () => {
    await page.getByRole("button", { name: "Remove camera…" }).click();
    const question = page.getByRole("dialog");
    for (const text of ["1 zone", "1 privacy mask", "1 detection rule", "until their retention"]) {
      await question.getByText(text, { exact: false }).first().waitFor();
    }
    await shot("remove-camera");
    assert.deepEqual(await accessibilityProblems(page), []);
    await question.getByRole("button", { name: "Remove camera" }).click();
    await page.waitForURL(/system\/cameras/);
    assert.equal((await box.get(path)).status, 404);
  });
});
