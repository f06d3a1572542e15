import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type OnvifDevice, startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { loudPart } from "../../support/cameras/talk.ts";
import { runFfmpeg } from "../../support/cameras/video-fragments.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchBrowser, overhangPx, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;

describe("a camera with ONVIF on its page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let camera: RtspServer;
  let device: OnvifDevice;
  let browser: Browser;
  let dir: string;
  let page: Page;

  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined ? undefined : page.screenshot({ path: `${dir}/${name}.png` });
  };
  const movements = (): string[] =>
    device.operations.filter((one) => one === "ContinuousMove" || one === "Stop");

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "gatehouse-talk-"));
    const voice = ["-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=48000:duration=2"];
    await runFfmpeg([...voice, "-af", "volume=4", join(dir, "voice.wav")]);
    const talk = { codec: "pcmu", file: join(dir, "played.pcm") } as const;
    camera = await startRtspServer({ size: "320x180", fps: 10, talk });
    const streams = [{ token: "main", url: camera.url }];
    device = await startOnvifDevice({ streams, ptz: true, events: { addressing: true } });
    box = await startAppliance({ yaml: "models: { default: motion }" });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "dome",
      source: { type: "rtsp", url: camera.url, onvif_url: device.url },
    });
    const voiceArg = `--use-file-for-fake-audio-capture=${join(dir, "voice.wav")}`;
    // The headless shell asks nobody for a microphone.
    browser = await launchBrowser(["--use-fake-device-for-media-stream", voiceArg]);
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
    await rm(dir, { recursive: true, force: true });
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

  it("ends a tour when somebody moves the camera: on the page at once, else before its next step", async () => {
    const start = page.getByRole("button", { name: "Start tour" });
    const over = page.getByText("The tour has ended, because somebody moved the camera.");
    await start.click();
    await page.getByRole("button", { name: "Home position" }).click();
    await over.waitFor();
    const before = device.operations.filter((one) => one === "GotoPreset").length;
    const visits = () => device.operations.filter((one) => one === "GotoPreset").length;
    await start.click();
    await until(() => visits() > before, { deadlineMs });
    await box.post("/api/v1/surveillance/streams/dome/ptz", { action: "absolute", pan: 0.5 });
    const pan = device.pose.pan;
    await over.waitFor();
    assert.deepEqual([visits(), device.pose.pan], [before + 1, pan]);
  });

  it("lets the camera follow objects, and says what the camera does", async () => {
    await page.getByLabel("Follow objects").check();
    await page.getByLabel("Pause after moving by hand (s)").fill("5");
    await page
      .locator(".stack", { has: page.getByRole("heading", { name: "Autotracking" }) })
      .getByRole("button", { name: "Save settings" })
      .last()
      .click();
    await page.getByText("Autotracking ready").waitFor();
    await shot("autotracking");
    const pad = page.getByRole("application", { name: "Pan and tilt" });
    await pad.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("Paused: test moves the camera").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.getByLabel("Follow objects").uncheck();
    await page
      .locator(".stack", { has: page.getByRole("heading", { name: "Autotracking" }) })
      .getByRole("button", { name: "Save settings" })
      .last()
      .click();
    await page.getByText("Autotracking ready").waitFor({ state: "detached" });
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
    assert.match(incident.summary, /Input Ramp door of the camera is active/);
    await page.getByText("Digital input, dome").waitFor();
    await shot("camera-events");
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("says why it cannot hear: a page without HTTPS, and a microphone that is not allowed", async () => {
    const tool = page.getByRole("button", { name: "Talk", exact: true });
    await page.evaluate(
      `Object.defineProperty(navigator, "mediaDevices", { value: undefined, configurable: true })`,
    );
    await tool.click();
    await page.getByText("Open this page over HTTPS", { exact: false }).waitFor();
    await page.evaluate("delete navigator.mediaDevices");
    await tool.click();
    await tool.click();
    const hold = page.getByRole("button", { name: "Hold to speak" });
    await hold.focus();
    await page.keyboard.down("Enter");
    await page
      .getByText("does not allow this page to use the microphone", { exact: false })
      .waitFor();
    await page.keyboard.up("Enter");
    const { talk } = (await box.get("/api/v1/surveillance/streams/dome")).body.data;
    assert.deepEqual(talk, { state: "offered", codec: "pcmu", talker: null });
  });

  it("plays on the camera what is spoken while the button is held, and stops on release, blur and a hidden tab", async () => {
    await page.context().grantPermissions(["microphone"], { origin: box.url });
    await page.setViewportSize({ width: 360, height: 740 });
    // The filters of the browser take a steady tone for noise.
    await page.evaluate(`{
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const bare = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      navigator.mediaDevices.getUserMedia = () => real({ audio: bare });
    }`);
    const hold = page.locator(".talk button");
    const talker = async () =>
      (await box.get("/api/v1/surveillance/streams/dome")).body.data.talk.talker;
    const isSpeaking = async () => (await hold.textContent()) === "Speak now";
    const played = () => readFile(join(dir, "played.pcm"));
    const over = async (what: string) => {
      await until(async () => (await talker()) === null && !(await isSpeaking()), {
        deadlineMs,
        what,
      });
    };
    await hold.hover();
    await page.mouse.down();
    await until(isSpeaking, { deadlineMs, what: "the talk" });
    await until(async () => (await played()).length >= 16_000, { deadlineMs, what: "a second" });
    assert.notEqual(await talker(), null);
    const level = async () =>
      (await page.evaluate(`document.querySelector(".talk meter").value`)) as number;
    await until(async () => (await level()) > 0.05, { deadlineMs, what: "a level" });
    const colours = (await page.evaluate(`(() => {
      const { color, backgroundColor } = getComputedStyle(document.querySelector(".talk button"));
      return [color, backgroundColor];
    })()`)) as string[];
    assert.notEqual(colours[0], colours[1], "the words of the held button can be read");
    await shot("talk");
    await page.mouse.up();
    await over("release");
    const { frequencyHz } = loudPart((await played()).subarray(-8000), 8000);
    assert.ok(Math.abs(frequencyHz - 1000) < 20, `${frequencyHz} Hz`);
    await hold.focus();
    await page.keyboard.down("Space");
    await until(isSpeaking, { deadlineMs, what: "the talk" });
    await page.getByRole("button", { name: "Move camera", exact: true }).focus();
    await over("blur");
    await page.keyboard.up("Space");
    await hold.focus();
    await page.keyboard.down("Enter");
    await until(isSpeaking, { deadlineMs, what: "the talk" });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await over("a hidden tab");
    await page.keyboard.up("Enter");
    assert.equal(await overhangPx(page), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
  });
});
