import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { goTo, launchShell, overhangPx, withoutBrowser } from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";

const deadlineMs = 40_000;
const fence = "geofence: { frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] }";
const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
robots:
  - { id: rover, name: Rover, driver: sim, max_speed_mps: 1, ${fence}, sim: { start: { frame: map, x: 0, y: 0 } } }
  - { id: hauler, name: Hauler, driver: sim, max_speed_mps: 1, ${fence}, sim: { start: { frame: map, x: 9, y: 9 } } }`;
const api = "/api/v1/robots";
const round = {
  name: "Night round",
  steps: [
    { type: "go", place: "gate" },
    {
      type: "ask",
      question: "Is the gate closed?",
      answers: ["closed", "open"],
      seconds: 600,
      branches: [{ on: "open", to: "tell" }],
    },
    { type: "go", place: "yard", branches: [{ on: "done", to: "end" }] },
    { id: "tell", type: "announce", message: "Please close the gate" },
  ],
};

describe("the missions on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const dialog = () => page.getByRole("dialog");
  const tasks = async () => (await box.get(`${api}/tasks`)).body.data.data;
  const story = () => page.locator(".story");
  const store = async (mission: object): Promise<string> => {
    const answer = await box.post(`${api}/missions`, mission);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data.id;
  };
  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined
      ? undefined
      : page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
  };
  let id = "";

  before(async () => {
    box = await startAppliance({ yaml: site });
    const at = { kind: "station", frame: "map", x: 2 } as const;
    const places = [
      { ...at, name: "gate", y: 0 },
      { ...at, name: "yard", y: 2 },
    ];
    const stored = await box.post(`${api}/places`, { places });
    assert.equal(stored.status < 300, true, JSON.stringify(stored.body));
    id = await store(round);
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(`${box.url}/#/missions`);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator(`[data-mission="${id}"]`).waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("shows which robot would go and why, then follows the mission over a question to its end", async () => {
    await page.locator(`[data-mission="${id}"]`).getByText("Any robot that can").waitFor();
    await button("Start: Night round").click();
    await button("Show which robot would go").click();
    await dialog().locator("[data-candidate=rover]").getByText("Chosen").waitFor();
    await dialog().locator("[data-candidate=hauler]").getByText("Higher score").waitFor();
    assert.deepEqual(await tasks(), [], "the offer moves nothing");
    assert.deepEqual(await accessibilityProblems(page), []);
    await shot("offer");
    await dialog().getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { name: "Night round" }).waitFor();
    await story().locator("[data-result=done]", { hasText: "Go to: gate" }).waitFor();
    await page.getByText("Is the gate closed?", { exact: true }).waitFor();
    await page.getByText("Waits for an answer").first().waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await shot("question");
    await button("open").click();
    await story().locator("[data-result=open]").waitFor();
    await page.getByText("Completed").waitFor();
    const steps = await story().locator("li[data-result] p").allTextContents();
    assert.deepEqual(
      steps.map((text) => text.split(":")[0]),
      ["Go to", "Ask", "Announce"],
    );
    await shot("ended");
  });

  it("queues behind a busy robot, raises a priority, tells a mission that gave way, and cancels", async () => {
    const ids: string[] = [];
    // Steps end all the time, so a mission of higher priority need not wait long whenever it gets its priority.
    const steps = Array.from({ length: 90 }, () => ({ type: "wait", seconds: 4 }));
    for (const name of ["First", "Second", "Third"]) {
      const mission = { name, robot_id: "rover", steps };
      const queued = await box.post(`${api}/tasks`, { mission });
      ids.push(queued.body.data.job_id);
    }
    await goTo(page, "/missions");
    const task = (at: number) => page.locator(`[data-task="${ids[at]}"]`);
    await task(2)
      .getByRole("heading", { name: /^2\. Third/ })
      .waitFor();
    await task(1).getByRole("button", { name: "Choice of the robot" }).click();
    await task(1).getByText("On another run").waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await task(2).getByRole("button", { name: "Raise priority" }).click();
    // A higher priority takes the robot after the present step.
    await task(2).getByText("Running").waitFor();
    await task(0)
      .getByText(/^A mission of higher priority took Rover/)
      .waitFor();
    await shot("queue");
    await task(1)
      .getByRole("button", { name: /^Cancel run/ })
      .click();
    await task(1)
      .getByRole("button", { name: /^Confirm/ })
      .click();
    await task(1).waitFor({ state: "detached" });
    const past = page.locator(`[data-run="${ids[1]}"]`);
    await past.getByText("Cancelled").waitFor();
    for (const each of [ids[0], ids[2]]) await box.post(`/api/v1/jobs/${each}/cancel`, {});
    await page.getByText("No mission waits or runs.").waitFor();
  });

  it("sends any robot that can to a place, and names the field that the box refuses", async () => {
    await button("Send a robot").click();
    await dialog().getByRole("button", { name: "Start", exact: true }).click();
    await dialog().locator(".field-problem").waitFor();
    await dialog().getByLabel("Place").selectOption("yard");
    await dialog().getByLabel("Deadline").fill("2020-01-01T10:00");
    await dialog().getByRole("button", { name: "Start", exact: true }).click();
    await dialog()
      .getByText(/^has passed/)
      .waitFor();
    await dialog().getByLabel("Deadline").fill("");
    await dialog().getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { name: "Go to: yard" }).waitFor();
    await page.getByText("Completed").waitFor();
  });

  it("gives a mission a schedule with a holiday, shows its next start, and one that was missed", async () => {
    await goTo(page, `/missions/${id}`);
    await page.getByText("No schedule").waitFor();
    await button("Change schedule").click();
    await dialog().getByLabel("No schedule").uncheck();
    await dialog().getByLabel("Time zone").fill("Europe/Berlin");
    await dialog().getByRole("textbox", { name: "Holidays" }).fill("2027-12-25");
    await dialog().getByLabel("Repeat every (min)").fill("60");
    await dialog().getByLabel("Armed", { exact: true }).check();
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().waitFor({ state: "detached" });
    await page.getByText("22:00–06:00 (Europe/Berlin)").waitFor();
    const { starts, next_start_at: next } = (await box.get(`${api}/missions/${id}`)).body.data;
    assert.deepEqual(starts.schedule.holidays, ["2027-12-25"]);
    assert.deepEqual([starts.modes, starts.every_minutes], [["armed"], 60]);
    assert.ok(next > Date.now() / 1000);
    await page.getByText("Next start").waitFor();
    await shot("mission");
  });

  it("is read only, with the missing right, for somebody who may only look", async () => {
    const scopes = ["robots:read", "jobs:read", "system:read"];
    const made = await box.post("/api/v1/keys", { name: "viewer", scopes });
    const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
    await other.goto(`${box.url}/#/missions`);
    await other.getByLabel("API key").fill(made.body.data.key);
    await other.keyboard.press("Enter");
    await other.getByText(/you need the robots:command permission/).waitFor();
    assert.equal(await other.getByRole("button", { name: /Start|Send a robot/ }).count(), 0);
    await other.close();
  });

  it("meets axe's rules in light and dark, fits a phone in Arabic, and removes a mission with a warning", async () => {
    const [run] = (await box.get("/api/v1/jobs?type=robot.run")).body.data.data;
    const views = ["/missions", `/missions/${id}`, `/missions/runs/${run.job_id}`];
    for (const path of views) {
      await goTo(page, path);
      await page.locator("main section.panel").first().waitFor();
      await page.emulateMedia({ colorScheme: "light" });
      assert.deepEqual(await accessibilityProblems(page), [], path);
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await accessibilityProblems(page, ["color-contrast"]), [], `${path} dark`);
      await shot(`dark-${views.indexOf(path)}`);
    }
    await page.setViewportSize({ width: 390, height: 780 });
    for (const path of views) {
      await goTo(page, path);
      await page.locator("main section.panel").first().waitFor();
      await shot(`phone-${views.indexOf(path)}`);
    }
    await chooseLanguage(page, "ar");
    for (const path of views) {
      await goTo(page, path);
      await page.locator("main section.panel").first().waitFor();
      assert.equal(await overhangPx(page), 0, path);
      await shot(`arabic-${views.indexOf(path)}`);
    }
    await chooseLanguage(page, "en");
    await goTo(page, `/missions/${id}`);
    await button("Remove…").click();
    await dialog().getByText("its schedule").waitFor();
    await dialog().getByText("its past runs").waitFor();
    await dialog().getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No missions yet.").waitFor();
    await until(async () => (await box.get(`${api}/missions/${id}`)).status === 404, {
      deadlineMs,
    });
  });
});
