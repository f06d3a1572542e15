import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 40_000;
const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 0.5, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;
const yard = {
  robot_id: "rover",
  name: "yard",
  type: "patrol",
  frame: "map",
  polygon: [
    [-6, -6],
    [6, -6],
    [6, 6],
    [-6, 6],
  ],
};

describe("the runs of a robot on its page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined
      ? undefined
      : page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
  };
  const jobs = async () => (await box.get("/api/v1/jobs?type=robot.run")).body.data.data;
  const run = () => page.locator("[data-run]").first();

  before(async () => {
    box = await startAppliance({ yaml: site });
    const stored = await box.post("/api/v1/robots/zones", { zones: [yard] });
    assert.equal(stored.status < 300, true, JSON.stringify(stored.body));
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(`${box.url}/#/robots/rover`);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Start run" }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("shows the plan of a patrol without moving the robot", async () => {
    await page.getByLabel("yard").check();
    await page.getByLabel("Show the plan only").check();
    await page.getByRole("button", { name: "Start run" }).click();
    await run().getByText("Completed").waitFor();
    await run()
      .getByText(/^Move to position: yard/)
      .first()
      .waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("starts a patrol, tells its steps, and pauses, resumes and cancels it", async () => {
    await page.getByLabel("Show the plan only").uncheck();
    await page.getByLabel("Rounds").fill("3");
    await page.getByRole("button", { name: "Start run" }).click();
    await run().getByText("Round 1, step 1").waitFor();
    await run().getByText("3 rounds").waitFor();
    const [started] = await jobs();
    assert.equal(started.payload.input.laps, 3);
    await run().getByRole("button", { name: "Pause run" }).click();
    await run().getByText("Paused", { exact: true }).waitFor();
    await shot("runs");
    assert.deepEqual(await accessibilityProblems(page), []);
    await run().getByRole("button", { name: "Resume run" }).click();
    await run().getByText("Running", { exact: true }).waitFor();
    await run().getByRole("button", { name: "Cancel run" }).click();
    await run().getByRole("button", { name: "Confirm: Cancel run" }).click();
    await until(async () => (await jobs())[0].status === "cancelled", { deadlineMs });
    await run().getByText("Cancelled").waitFor();
  });

  it("makes a rule of the robot, gives it a schedule and modes, and keeps them when it is switched off", async () => {
    await page.goto(`${box.url}/#/automation/rules`);
    await page.getByRole("button", { name: "Add robot rule" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: true }).fill("ring");
    await form.getByLabel("Type", { exact: true }).selectOption("Battery low");
    await form.getByLabel("Severity", { exact: true }).selectOption("Info");
    assert.deepEqual(await accessibilityProblems(page), []);
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    const entry = page.locator("[data-rule^=ring]");
    await entry.getByText("Every mode").waitFor();
    const id = await entry.getAttribute("data-rule");
    const { on, do: steps } = (await box.get(`/api/v1/rules/${id}`)).body.data;
    assert.deepEqual([on.type, steps[0].severity], ["battery_low", "info"]);
    await entry.getByRole("button", { name: "Edit: ring" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Home", { exact: true }).check();
    await dialog.getByLabel("Always").uncheck();
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await entry.getByText("22:00–06:00").waitFor();
    await entry.getByText("Inactive (schedule or mode)").waitFor();
    await page.goto(`${box.url}/#/automation/modes`);
    await page.getByText("No rule moves robots in this mode.").waitFor();
    await page.getByRole("button", { name: "Home", exact: true }).click();
    await page.locator("[data-acting^=ring]").getByText("Home").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.goto(`${box.url}/#/automation/rules`);
    await entry.getByRole("button", { name: "Switch off" }).click();
    await entry.getByText("Off", { exact: true }).waitFor();
    const { enabled, modes, schedule } = (await box.get(`/api/v1/rules/${id}`)).body.data;
    assert.deepEqual([enabled, modes], [false, ["home"]]);
    assert.deepEqual(schedule.windows, [{ from: "22:00", to: "06:00" }]);
  });
});
