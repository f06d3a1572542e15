import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import {
  complaintsOf,
  goTo,
  launchShell,
  openSignedIn,
  overhangPx,
  withoutBrowser,
} from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";

const site = `models: { default: motion }
limits: { reads_per_minute: 1000000 }
robots: [{ id: rover, name: Rover, driver: sim, max_speed_mps: 2, sim: { camera: {} }, geofence: {
  frame: map, polygon: [[-20, -20], [20, -20], [20, 20], [-20, 20]] } }]`;
const place = (name: string, x: number, y: number) => {
  return { name, kind: "station", frame: "map", x, y };
};

describe("the mission editor", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  const shot = (name: string) => {
    const dir = process.env["SHOTS"];
    return dir === undefined
      ? undefined
      : page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
  };
  const step = (number: number) => page.locator("[data-step]").nth(number - 1);
  const title = (number: number) => step(number).locator(".step-title");
  const titles = () => page.locator(".step-title").allInnerTexts();
  const save = () => page.getByRole("button", { name: "Save" }).click();
  const missions = async () => (await box.get("/api/v1/robots/missions")).body.data.data;
  const add = async (at: number, kind: string) => {
    await page.getByRole("button", { name: `Add a step at position ${at}` }).click();
    await page
      .getByRole("group", { name: "Kind of step" })
      .getByText(kind, { exact: true })
      .click();
  };

  before(async () => {
    box = await startAppliance({ yaml: site });
    const places = [place("gate", 3, 0), place("yard", 3, 3), place("old", -3, 0)];
    const stored = await box.post("/api/v1/robots/places", { places });
    assert.equal(stored.status < 300, true, JSON.stringify(stored.body));
    browser = await launchShell();
    page = await openSignedIn(browser, box);
    complaints = complaintsOf(page);
    await goTo(page, "/missions/new");
    await page.locator(".robot-map").waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("draws a mission with a branch by pointer and by keyboard", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Round");
    await add(1, "Go to");
    await step(1).getByLabel("Place").selectOption("old");
    await page.getByRole("button", { name: "Add a step at position 2" }).press("Enter");
    // The first kind has the focus: two further on is the one that looks.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await step(2).getByLabel("Object type").fill("person");
    await add(3, "Announce");
    await step(3).getByLabel("Message").fill("Somebody is here");
    await add(4, "Go to");
    await step(4).getByLabel("Place").selectOption("yard");
    await title(2).click();
    await step(2).getByLabel("not found").selectOption("4. Go to: yard");
    await step(2).locator("[data-way]").getByText("4. Go to: yard").waitFor();
    await step(3).locator(".way-label").getByText("found").waitFor();
    assert.equal(await page.locator(".mission-lines g").count(), 1);
    await shot("mission-branch");
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("moves, duplicates and deletes steps by key and by pointer, and undoes it", async () => {
    const order = await titles();
    await title(3).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await title(2).getByText("Announce").waitFor();
    // The key went with the step.
    await page.keyboard.press("Alt+ArrowDown");
    assert.deepEqual(await titles(), order);
    await title(2).click();
    await step(4).scrollIntoViewIfNeeded();
    const grip = (await step(4).locator(".step-grip").boundingBox())!;
    const first = (await step(1).boundingBox())!;
    await page.mouse.move(grip.x + 5, grip.y + 5);
    await page.mouse.down();
    await page.mouse.move(grip.x + 5, first.y + 5, { steps: 4 });
    await page.mouse.up();
    await title(1).getByText("yard").waitFor();
    await page.keyboard.press("Control+z");
    await title(1).getByText("old").waitFor();
    await title(4).click();
    await step(4).getByRole("button", { name: "Duplicate" }).click();
    await title(5).getByText("yard").waitFor();
    await title(5).press("Delete");
    await step(5).waitFor({ state: "detached" });
    assert.deepEqual(await titles(), order);
  });

  it("says beside the steps that the mission can never end, and does not store it", async () => {
    await title(4).click();
    await step(4).getByLabel("done", { exact: true }).selectOption("1. Go to: old");
    await step(4).getByText("can never end").waitFor();
    await save();
    await page.getByText("Correct the marked steps first.").waitFor();
    assert.deepEqual(await missions(), []);
    await step(1).getByLabel("Place").focus();
    await page.keyboard.press("Control+z");
    await page.getByText("can never end").first().waitFor({ state: "detached" });
  });

  it("shows the box's refusal beside the step that it names, until the step is mended", async () => {
    const { data } = (await box.get("/api/v1/robots/places")).body.data;
    const { id } = data.find(({ name }: { name: string }) => name === "old");
    await box.fetch(`/api/v1/robots/places/${id}`, { method: "DELETE" });
    await save();
    await step(1).getByText("This place does not exist.").waitFor();
    await shot("mission-fault");
    assert.deepEqual(await accessibilityProblems(page), []);
    await step(1).getByLabel("Place").selectOption("gate");
    await step(1).getByText("This place does not exist.").waitFor({ state: "detached" });
  });

  it("tries the mission with the simulated robot and tells its steps, before it is stored", async () => {
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText("No faults. Rover would carry it out.").waitFor();
    await page.getByRole("button", { name: "Try simulated" }).click();
    const story = page.getByRole("region", { name: "What happened" });
    await story.getByRole("button", { name: "not found" }).waitFor();
    await page.locator(".mission-step[aria-current=step]").getByText("Look for").waitFor();
    await shot("mission-trial");
    assert.deepEqual(await accessibilityProblems(page), []);
    await story.getByRole("button", { name: "not found" }).click();
    await story.getByText("The mission has reached its end.").waitFor();
    const told = await story.locator("[data-told] > span").allInnerTexts();
    const steps = [
      "1. Go to: gate: done",
      "2. Look for: person: not found",
      "4. Go to: yard: done",
    ];
    assert.deepEqual(told, steps);
    assert.deepEqual(await missions(), []);
  });

  it("stores the mission, and asks before changes of it are given up", async () => {
    await page.getByLabel("Priority", { exact: true }).fill("70");
    await save();
    await page.waitForURL(/#\/missions$/);
    const [stored] = await missions();
    assert.deepEqual([stored.name, stored.priority, stored.steps.length], ["Round", 70, 4]);
    const look = stored.steps[1];
    assert.deepEqual(look.branches, [{ on: "not_found", to: stored.steps[3].id }]);
    await goTo(page, `/missions/${stored.id}/edit`);
    await title(4).waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Night round");
    const asked = page.waitForEvent("dialog");
    const leaving = page.getByRole("button", { name: "Cancel" }).click();
    await (await asked).dismiss();
    await leaving;
    await save();
    await page.waitForURL(/#\/missions$/);
    const [changed] = await missions();
    assert.deepEqual([changed.name, changed.revision], ["Night round", 2]);
    assert.deepEqual(changed.steps, stored.steps);
  });

  it("does not overwrite what somebody else has stored meanwhile", async () => {
    const [{ id, steps }] = await missions();
    await goTo(page, `/missions/${id}/edit`);
    await title(4).waitFor();
    const other = { method: "PUT", body: JSON.stringify({ name: "Other", steps }) };
    const headers = { "content-type": "application/json" };
    assert.equal(
      (await box.fetch(`/api/v1/robots/missions/${id}`, { ...other, headers })).status,
      200,
    );
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await save();
    await page.getByText("Somebody has changed this mission meanwhile.").waitFor();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL(/#\/missions$/);
    assert.equal((await missions())[0].name, "Other");
  });

  it("shows the mission to a viewer, and says why nothing can be changed", async () => {
    const made = await box.post("/api/v1/keys", { name: "watcher", preset: "viewer" });
    const { key } = made.body.data;
    const [{ id }] = await missions();
    const viewer = await openSignedIn(browser, { url: box.url, key });
    await goTo(viewer, `/missions/${id}/edit`);
    await viewer.getByText("You can only view this mission.").waitFor();
    await viewer.getByText("robots:write").waitFor();
    assert.equal(await viewer.getByRole("button", { name: "Save" }).count(), 0);
    assert.equal(await viewer.locator("[data-step]").count(), 4);
    assert.deepEqual(await accessibilityProblems(viewer), []);
    await viewer.context().close();
  });

  it("fits a phone from right to left in the dark", async () => {
    const [{ id }] = await missions();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseLanguage(page, "ar");
    await goTo(page, `/missions/${id}/edit`);
    await title(2).click();
    await shot("mission-phone-arabic");
    assert.equal(await overhangPx(page), 0);
    assert.deepEqual(await accessibilityProblems(page), []);
    assert.deepEqual(complaints, []);
  });
});
