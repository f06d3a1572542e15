import assert from "node:assert/strict";
import { it } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityProblems } from "./axe.ts";

/** A signed-in page, and the camera whose settings the tests change. */
export interface CameraSession {
  page: Page;
  camera: string;
  /** The stream of the camera as the box answers it. */
  settings(): Promise<any>;
}

/** Tests of the zone editor and of the form for behaviors; the camera has one zone and one behavior before. */
export function itEditsZones(session: () => CameraSession): void {
  it("changes a zone by keys alone: corners move, come and go, and it gets a name", async () => {
    const { page, camera, settings } = session();
    await page.evaluate(`location.hash = "/cameras/${camera}?edit=zones"`);
    await page.locator(".shape-list button").first().focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").fill("gate");
    const corner = page.getByRole("button", { name: /^Corner 1 of gate/ });
    await corner.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("+");
    await page.getByRole("button", { name: /^Corner 5 of gate/ }).waitFor();
    await page.getByRole("button", { name: "Line" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Add at centre" }).press("Enter");
    await page.getByRole("button", { name: "Privacy mask" }).press("Enter");
    await page.getByRole("button", { name: "Add at centre" }).press("Enter");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await page.locator(".zone-editor").waitFor({ state: "detached" });
    const { context, behaviors, masks } = await settings();
    const { polygon } = context.zones.gate;
    assert.equal(polygon.length, 5);
    assert.ok(Math.abs(polygon[0][0] - 0.11) < 0.02 && Math.abs(polygon[0][1] - 0.15) < 0.02);
    assert.deepEqual(context.zones.Line.line, [
      [0.3, 0.5],
      [0.7, 0.5],
    ]);
    assert.equal(masks.length, 1);
    assert.deepEqual(
      behaviors.map((behavior: any) => behavior.zone ?? behavior.line),
      ["gate", "Line"],
    );
  });

  it("says what is wrong with a zone that crosses itself, and does not save it", async () => {
    const { page, camera } = session();
    await page.evaluate(`location.hash = "/cameras/${camera}?edit=zones"`);
    await page.locator(".shape-list button").first().click();
    const corner = page.getByRole("button", { name: /^Corner 1 of gate/ });
    await corner.focus();
    for (let times = 0; times < 18; times += 1) await page.keyboard.press("Shift+ArrowRight");
    for (let times = 0; times < 14; times += 1) await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("the sides must not cross").waitFor();
    assert.equal(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), true);
    page.once("dialog", (question) => void question.accept());
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".shape-list").waitFor({ state: "detached" });
  });

  it("sets what a camera watches for by a form, and shows the box's refusal at it", async () => {
    const { page, settings } = session();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type", { exact: true }).selectOption("loitering");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").filter({ hasText: "seconds" }).waitFor();
    assert.deepEqual(await accessibilityProblems(page), []);
    await dialog.getByLabel("Minimum duration (s)").fill("120");
    await dialog.getByLabel("Zone").selectOption("gate");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".entries", { hasText: "Loitering" }).waitFor();
    const { behaviors } = await settings();
    assert.deepEqual(behaviors.at(-1), { type: "loitering", zone: "gate", seconds: 120 });
  });
}
