import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { goTo, launchShell, withoutBrowser } from "../../support/page/browser.ts";
import { documentedJourneys, type Journey, Walker } from "../../support/page/journey.ts";
import { seedIncidents } from "../../support/page/seeded-incidents.ts";
import { seedRecording } from "../../support/page/seeded-recording.ts";

const deadlineMs = 40_000;
/** The longest time that `docs/cameras/page.md` promises for a journey, on a busy machine too. */
const mostSec = 60;
const streams = "/api/v1/surveillance/streams";
const site = `models: { default: motion }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 0.5, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;
const password = "new-Secret";
const yesterday = atTwo();
const journeys = await documentedJourneys();

/** Yesterday at 14:00 of this machine's time zone. */
function atTwo(): Date {
  const at = new Date();
  at.setDate(at.getDate() - 1);
  at.setHours(14, 0, 0, 0);
  return at;
}

/** What somebody types into a field for a date and time. */
function typed(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  // As a field writes it: without seconds of zero.
  return local.slice(0, at.getSeconds() === 0 ? 16 : 19);
}

describe("the journeys of docs/cameras/page.md", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let cameras: RtspServer[] = [];
  let browser: Browser;
  let page: Page;
  let walker: Walker;

  const button = (name: string | RegExp, inside: Page | Locator = page) =>
    inside.getByRole("button", { name, exact: typeof name === "string" });
  const area = (name: string) => page.locator("nav.areas").getByRole("link", { name });
  const field = (label: string, inside: Page | Locator = page) =>
    inside.getByLabel(label, { exact: true });
  const api = async (path: string) => (await box.get(`/api/v1${path}`)).body.data;
  const rover = async () => await api("/robots/rover/status");

  /** What each journey does; its key is its name in the table. */
  const walks: Readonly<Record<string, () => Promise<void>>> = {
    async "from an empty box to the first incident"() {
      await walker.type(page.getByLabel("API key"), box.key);
      await button("Sign in").click();
      await page.getByRole("main").getByRole("link", { name: "Add a camera" }).click();
      await walker.type(field("Address"), cameras[0]!.url);
      await button("Test connection").click();
      await walker.type(field("Name"), "entrance");
      await button("Add this camera").click();
      await page.locator(".screen video").waitFor();
      const { x, y, width, height } = (await page.locator(".canvas").boundingBox())!;
      await page.mouse.move(x + width * 0.1, y + height * 0.1);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.9, y + height * 0.9, { steps: 4 });
      await page.mouse.up();
      await button("Save").click();
      await page.locator(".incident[data-type=intrusion]").first().waitFor();
    },
    async "look at a live camera in full size"() {
      await page.locator("[data-stream=entrance]").getByRole("link").click();
      await page.locator(".camera-picture .screen-mode", { hasText: /^Live$/ }).waitFor();
      const { width } = (await page.locator(".camera-picture .screen").boundingBox())!;
      assert.ok(width > 600, `the picture is ${width} px wide`);
    },
    async "acknowledge twelve incidents in one go"() {
      await area("Review").click();
      // The camera of the first incident raises more, above these.
      const seeded = page.locator(".queue-row", { hasNotText: "entrance" });
      const boxes = seeded.getByRole("checkbox");
      await boxes.nth(0).click();
      await boxes.nth(11).click({ modifiers: ["Shift"] });
      const before = (await api("/surveillance/incidents?acknowledged=true&limit=1")).total;
      await button("Acknowledge 12").click();
      await until(
        async () => {
          const { total } = await api("/surveillance/incidents?acknowledged=true&limit=1");
          return total === before + 12;
        },
        { what: "twelve acknowledged", deadlineMs, everyMs: 250 },
      );
    },
    async "acknowledge fifty incidents one by one, by keyboard"() {
      await area("Review").click();
      await page.locator(".queue-row").first().waitFor();
      const before = (await api("/surveillance/incidents?acknowledged=true&limit=1")).total;
      const beganMs = performance.now();
      for (let n = 0; n < 50; n += 1) {
        await walker.key("j");
        await walker.key("a");
      }
      await until(
        async () => {
          const { total } = await api("/surveillance/incidents?acknowledged=true&limit=1");
          return total >= before + 50;
        },
        // The project's bound of this journey.
        { what: "fifty acknowledged", deadlineMs: 60_000, everyMs: 250 },
      );
      console.log(`fifty incidents took ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
    },
    async "see what happened on a camera yesterday at 14:00"() {
      await page.locator("[data-stream=entrance]").getByRole("link").click();
      await page.getByRole("main").getByRole("link", { name: "Timeline" }).click();
      await walker.enter(field("Go to time"), typed(yesterday));
      const atSec = yesterday.getTime() / 1000;
      await page.locator(`[role=slider][aria-valuenow="${atSec}"]`).waitFor();
      const video = `[data-player=entrance] video[src*="from=${atSec}."]`;
      await until(
        () => page.evaluate(`document.querySelector(${JSON.stringify(video)})?.readyState >= 2`),
        { what: "its video", deadlineMs },
      );
    },
    async "export a span from there"() {
      const downloading = page.waitForEvent("download");
      await button("Start here").click();
      const end = new Date(yesterday.getTime() + 6000);
      await walker.enter(field("Go to time"), typed(end));
      await page.locator(`[role=slider][aria-valuenow="${end.getTime() / 1000}"]`).waitFor();
      await button("End here").click();
      await page.getByRole("link", { name: "Archive (ZIP)" }).click();
      const zip = await readFile((await (await downloading).path())!);
      assert.equal(zip.subarray(0, 2).toString(), "PK");
    },
    async "add a rule with a schedule"() {
      await area("Automation").click();
      await button("Add rule").click();
      const dialog = page.getByRole("dialog");
      await walker.type(field("Name", dialog), "Nobody at night");
      await walker.choose(field("Cameras", dialog), "entrance");
      await walker.choose(field("Type", dialog), "intrusion");
      await field("Always", dialog).click();
      await button("Save", dialog).click();
      await page.locator("[data-policy]").getByText("22:00–06:00").waitFor();
    },
    async "test a rule on the last hour"() {
      await area("Automation").click();
      const rule = page.locator("[data-policy]", { hasText: "Nobody at night" });
      await button("Test rule", rule).click();
      await rule.getByText(/It would have raised \d+ incident/).waitFor();
    },
    async "mute a rule"() {
      await area("Automation").click();
      const rule = page.locator("[data-policy]", { hasText: "Nobody at night" });
      await button("Switch off", rule).click();
      await rule.getByText("Off", { exact: true }).waitFor();
    },
    async "change the password of a camera"() {
      await page.locator("[data-stream=gate]").getByRole("link").click();
      await button("Edit camera").click();
      const dialog = page.getByRole("dialog");
      await walker.type(field("Password", dialog), password);
      await button("Save", dialog).click();
      const state = async () => (await box.get(`${streams}/gate`)).body.data.state;
      await until(async () => (await state()) === "watching", { deadlineMs, everyMs: 250 });
    },
    async "draw a mission, try it simulated and save it"() {
      await area("Robots").click();
      await page.getByRole("link", { name: "Missions" }).click();
      await page.getByRole("link", { name: "New mission" }).click();
      await walker.type(field("Name"), "Round");
      await button("Add a step at position 1").click();
      const kinds = page.getByRole("group", { name: "Kind of step" });
      await kinds.getByText("Go to", { exact: true }).click();
      await walker.choose(page.locator("[data-step]").getByLabel("Place"), "gate");
      await button("Try simulated").click();
      await page.getByText("The mission has reached its end.").waitFor();
      await button("Save").click();
      await page.waitForURL(/#\/missions$/);
    },
    async "start a mission"() {
      await area("Robots").click();
      await page.getByRole("link", { name: "Missions" }).click();
      await button("Start: Round").click();
      await button("Start", page.getByRole("dialog")).click();
      await page.waitForURL(/#\/missions\/runs\//);
      await page.getByText("Running").first().waitFor();
    },
    async "stop all robots"() {
      await page.locator("header .stop-button").click();
      await page.getByText(/^Rover: stopped in \d/).waitFor();
      assert.equal((await rover()).held_by_stop, true);
    },
    async "drive a robot"() {
      await area("Robots").click();
      await page.getByRole("main").getByRole("link", { name: "Rover" }).click();
      await button("Take control").click();
      await page.getByRole("application", { name: "Driving pad" }).waitFor();
      await walker.hold("ArrowUp");
      await until(async () => (await rover()).velocity.value.linear_mps > 0, { deadlineMs });
      await page.keyboard.up("ArrowUp");
    },
    async "invite a person"() {
      await area("System").click();
      await page.getByRole("link", { name: "People and keys" }).click();
      await button("Invite").click();
      const dialog = page.getByRole("dialog");
      await button("Invite", dialog).click();
      await dialog.locator(".secret").waitFor();
    },
    async "back up the box"() {
      await area("System").click();
      await page.getByRole("link", { name: "Backup" }).click();
      await button("Back up now").click();
      await page.getByText("Backup: done").waitFor();
    },
    async "change the mode of the site"() {
      await page.getByRole("link", { name: "Site mode: Armed" }).click();
      await button("Disarmed").click();
      await page.getByRole("link", { name: "Site mode: Disarmed" }).waitFor();
    },
  };
  /** Journeys that go on where the one before ended. */
  const continued = new Set(["export a span from there"]);

  before(async () => {
    const view = { size: "320x180", fps: 10 };
    const locked = { ...view, user: "admin", password, auth: "digest" } as const;
    cameras = [await startRtspServer(view), await startRtspServer(locked)];
    box = await startAppliance({ yaml: site });
    await box.terminate();
    // Further apart than a group: each incident is a row of its own.
    await seedIncidents(box.dataDir, { amount: 70, everySec: 400 });
    const startMs = yesterday.getTime() - 10_000;
    await seedRecording(box.dataDir, { streamId: "entrance", startMs, seconds: 20 });
    await box.restart();
    browser = await launchShell();
    const viewport = { width: 1280, height: 800 };
    page = await (await browser.newContext({ viewport, locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    walker = new Walker(page);
    await walker.start();
    await page.goto(box.url);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    await Promise.all(cameras.map((camera) => camera.stop()));
  });

  /** What the box needs before a journey, beside what the ones before have left. */
  const preparations: Readonly<Record<string, () => Promise<void>>> = {
    async "draw a mission, try it simulated and save it"() {
      const places = [{ name: "gate", kind: "station", frame: "map", x: 1, y: 0 }];
      const stored = await box.post("/api/v1/robots/places", { places });
      assert.equal(stored.status < 300, true, JSON.stringify(stored.body));
    },
    async "change the password of a camera"() {
      const source = { type: "rtsp", url: cameras[1]!.url, username: "admin", password: "wrong" };
      const added = await box.post(streams, { stream_id: "gate", source });
      assert.equal(added.status, 202, JSON.stringify(added.body));
    },
  };

  it("are all walked", () => {
    assert.deepEqual(
      Object.keys(walks),
      journeys.map(({ name }) => name),
    );
  });

  for (const [index, [name, walk]] of Object.entries(walks).entries()) {
    it(`take what the table says: ${name}`, async () => {
      await preparations[name]?.();
      const isElsewhere = new URL(page.url()).hash !== "#/live";
      if (index > 0 && isElsewhere && !continued.has(name)) await goTo(page, "/live");
      walker.begin();
      const begunMs = performance.now();
      await walk();
      const tookSec = (performance.now() - begunMs) / 1000;
      console.log(`${name}: ${tookSec.toFixed(1)} s`);
      const effort = await walker.end();
      const { mostClicks, ...row } = journeys.find((each) => each.name === name) as Journey;
      assert.ok(tookSec <= mostSec, `it took ${tookSec} s`);
      assert.deepEqual({ name, ...effort }, row);
      assert.ok(effort.clicks <= (mostClicks ?? row.clicks));
    });
  }
});
