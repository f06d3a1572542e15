import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../../support/box/appliance.ts";
import { until } from "../../../support/box/wait.ts";
import { accessibilityProblems } from "../../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../../support/page/browser.ts";
import { readMcap } from "../../../support/robots/read-mcap.ts";

const deadlineMs = 40_000;
const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 0.5,
  recording: { before_seconds: 5, after_seconds: 3 }, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;

describe("the recordings of a robot on its page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  const recordings = async () => (await box.get("/api/v1/robots/recordings")).body.data.data;
  const row = () => page.locator("[data-recording]").first();
  const signedIn = async (key: string): Promise<Page> => {
    const own = await (await browser.newContext({ locale: "en-GB" })).newPage();
    own.setDefaultTimeout(deadlineMs);
    await own.goto(`${box.url}/#/robots/rover`);
    await own.getByLabel("API key").fill(key);
    await own.keyboard.press("Enter");
    await own.getByRole("heading", { name: "Recordings" }).waitFor();
    return own;
  };

  before(async () => {
    box = await startAppliance({ yaml: site });
    browser = await launchShell();
    page = await signedIn(box.key);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("starts a recording, ends it, and downloads a file that MCAP's own reader opens", async () => {
    await page.getByText("No recordings yet.").waitFor();
    await page.getByRole("button", { name: "Start recording" }).click();
    await row().getByText("recording", { exact: true }).waitFor();
    const [open] = await recordings();
    assert.ok(open.to - open.from > 60, "it would go on for minutes");
    await page.getByRole("button", { name: "End recording" }).click();
    await row().getByText("ready", { exact: true }).waitFor();
    await row().getByText("On request").waitFor();
    const [done] = await recordings();
    assert.ok(done.to < open.to - 60, JSON.stringify([open, done]));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      row()
        .getByRole("link", { name: /^Download the recording of/ })
        .click(),
    ]);
    assert.match(download.suggestedFilename(), /^rover-[0-9a-f]{8}\.mcap$/);
    const messages = readMcap(await readFile(await download.path()));
    assert.ok(messages.some(({ topic }) => topic === "/pose"));
    await page.getByRole("button", { name: "Start recording" }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("names the incident that caused a recording, and opens it at its time", async () => {
    const polygon = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
    const zone = { robot_id: "rover", name: "hole", type: "keep_out", frame: "map", polygon };
    const stored = await box.post("/api/v1/robots/zones", { zones: [zone] });
    assert.ok(stored.status < 300, JSON.stringify(stored.body));
    const link = row().getByRole("link", { name: "Forbidden zone entered" });
    await link.waitFor();
    await row().getByText("ready", { exact: true }).waitFor();
    await link.click();
    await page.waitForURL(/#\/review\/timeline\?/);
    await page.goBack();
  });

  it("deletes a recording after a second press", async () => {
    const before = (await recordings()).length;
    await row()
      .getByRole("button", { name: /^Delete the recording of/ })
      .click();
    await row()
      .getByRole("button", { name: /^Confirm:/ })
      .click();
    await until(async () => (await recordings()).length === before - 1, { deadlineMs });
  });

  it("shows a viewer the recordings and the download, and nothing that changes them", async () => {
    const made = await box.post("/api/v1/robots/rover/recordings", { after_seconds: 1 });
    assert.equal(made.status, 200);
    const key = await box.post("/api/v1/keys", { name: "viewer", preset: "viewer" });
    const own = await signedIn(key.body.data.key);
    const first = own.locator("[data-recording]").first();
    await first.getByText("ready", { exact: true }).waitFor();
    await first.getByRole("link", { name: /^Download/ }).waitFor();
    for (const name of [/recording$/, /^Delete/])
      assert.equal(await own.getByRole("button", { name }).count(), 0, String(name));
  });
});
