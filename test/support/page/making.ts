import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import type { Appliance } from "../box/appliance.ts";
import { computedEeg, drawnLesion } from "../../../src/system/demo/health-samples.ts";
import { accessibilityProblems } from "./axe.ts";
import type { Receiver } from "../notifications/https-receiver.ts";
import { goTo, openSignedIn } from "./browser.ts";

/** The page of a signed-in person, and the box that serves it. */
export interface Visit {
  page: Page;
  box: Appliance;
}

const agents = "/api/v1/voice/agents";

/** Makes the voice agent "Guide" on the page, after a voice that does not exist; returns it as stored. */
export async function makeAgent({ page, box }: Visit, greeting: string) {
  await page.getByRole("button", { name: "New agent" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Guide");
  const voice = dialog.getByLabel("Voice", { exact: true });
  await voice.fill("nonsense");
  await dialog.getByLabel("System prompt").fill("You show people around.");
  await dialog.getByLabel("Greeting").fill(greeting);
  await dialog.getByLabel("Language", { exact: true }).fill("en-GB");
  await dialog.getByLabel("Own values").fill("floor=2\nwing=north");
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  const field = dialog.locator(".field", { has: page.getByLabel("Voice", { exact: true }) });
  await field.getByText(/^nonsense is not the name of a voice/).waitFor();
  assert.equal(await voice.getAttribute("aria-invalid"), "true");
  await voice.fill("espeak:en-gb");
  await save.click();
  await dialog.waitFor({ state: "detached" });
  const [agent] = (await box.get(agents)).body.data.data;
  const { name, voice_id: voiceId, language, provider, metadata } = agent;
  assert.deepEqual([name, voiceId, language, provider], ["Guide", "espeak:en-gb", "en-GB", null]);
  assert.deepEqual(metadata, { floor: "2", wing: "north" });
  return agent;
}

/** Takes the language from the agent "Guide" on the page, and removes the agent "Mute". */
export async function changeAgents({ page, box }: Visit): Promise<void> {
  const card = (name: string) =>
    page.locator("[data-agent]", { has: page.getByRole("heading", { name, exact: true }) });
  await card("Guide").getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Language", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await card("Mute").getByRole("button", { name: "Remove…" }).click();
  await dialog.getByText("its conversations and their results").waitFor();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await card("Mute").waitFor({ state: "detached" });
  const left = (await box.get(agents)).body.data.data;
  assert.deepEqual(
    left.map((agent: { name: string; language: string | null }) => [agent.name, agent.language]),
    [["Guide", null]],
  );
}

/** Makes an advertisement, a changed copy, a copy for another market, and an avatar, on the page. */
export async function makePictures({ page, box }: Visit): Promise<void> {
  await goTo(page, "/media");
  const dialog = page.getByRole("dialog");
  const generate = dialog.getByRole("button", { name: "Generate" });
  const begin = async (type: string, text: string): Promise<void> => {
    await page.getByRole("button", { name: "New picture" }).click();
    await dialog.getByLabel("Type").selectOption({ label: type });
    await dialog.getByLabel("Description").fill(text);
    await generate.click();
    await page.getByRole("img", { name: `Picture for: ${text}` }).waitFor();
  };
  const card = (text: string) =>
    page.locator("[data-picture]", {
      has: page.getByRole("img", { name: `Picture for: ${text}` }),
    });
  await begin("Advertisement", "A red umbrella");
  await card("A red umbrella").getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("Change").fill("Make it blue");
  await generate.click();
  await card("Make it blue").getByRole("button", { name: "Localize…" }).click();
  await dialog.getByLabel("Target language").fill("fr");
  await dialog.getByLabel("Currency").fill("QQQ");
  await dialog.getByLabel("Culture").fill("Brittany");
  await dialog.getByLabel("Guidance").fill("Keep the umbrella");
  await generate.click();
  await dialog.locator(".field-problem", { hasText: "is not a currency" }).waitFor();
  await dialog.getByLabel("Currency").fill("EUR");
  await generate.click();
  await card("Keep the umbrella").waitFor();
  await begin("Avatar", "A friendly guide");
  await card("A friendly guide").getByRole("button", { name: "Save as avatar" }).click();
  await dialog.getByLabel("Name").fill("Yard guide");
  await dialog.getByRole("button", { name: "Save" }).click();
  const avatar = page.locator("[data-avatar]", { hasText: "Yard guide" });
  await avatar.getByRole("button", { name: "Remove…" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await avatar.waitFor({ state: "detached" });
  const types = (await box.get("/api/v1/jobs?limit=100")).body.data.data.map(
    (job: { type: string }) => job.type,
  );
  for (const type of ["ad.generation", "image.edit", "ad.localization", "avatar.generation"]) {
    assert.ok(types.includes(type), type);
  }
}

const webPage = `<!doctype html><html lang="en"><head><title>Umbra</title>
<meta property="og:site_name" content="Umbra"><meta name="theme-color" content="#b5361c">
<style>body{font-family:Georgia,serif;color:#222}button{background:#b5361c;color:#fff}</style>
</head><body><header><a href="/">Umbra</a></header><h1>Umbrellas</h1><button>Buy</button></body></html>`;

/** Extracts a brand from a web page on the page, applies it to a use, and removes it. */
export async function makeBrand({ page, box }: Visit, receiver: Receiver): Promise<void> {
  receiver.reply = (answer) =>
    void answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(webPage);
  // Another view first: the pictures may have been made just before.
  await goTo(page, "/system/jobs");
  await goTo(page, "/media");
  await page.getByRole("button", { name: "New brand" }).click();
  const dialog = page.getByRole("dialog");
  const extract = dialog.getByRole("button", { name: "Extract" });
  await dialog.getByLabel("Web page").fill("https://10.0.0.9/");
  await extract.click();
  await dialog.locator(".field-problem").first().waitFor();
  await dialog.getByLabel("Web page").fill(receiver.url("/umbra"));
  await extract.click();
  await dialog.getByText("The brand is stored.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const card = page.locator("[data-brand]", { hasText: "Umbra" });
  await card.getByText("#b5361c").first().waitFor();
  await card.getByRole("button", { name: "Apply…" }).click();
  await dialog.getByLabel("Use", { exact: true }).fill("email newsletter");
  await dialog.getByRole("button", { name: "Apply", exact: true }).click();
  await dialog.locator("[data-guidance]").getByText("600 px wide, one column").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await card.getByRole("button", { name: "Remove…" }).click();
  await dialog.getByText("the brand with its logo and pictures").waitFor();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await card.waitFor({ state: "detached" });
  assert.deepEqual((await box.get("/api/v1/brands")).body.data.data, []);
}

/** Makes a report of an EEG, after a file of another kind, and one of a picture, on the page. */
export async function makeReports({ page }: Visit): Promise<void> {
  await goTo(page, "/medical");
  await page.getByText("No reports yet.").waitFor();
  const dialog = page.getByRole("dialog");
  const picture = { name: "skin.png", mimeType: "image/png", buffer: await drawnLesion() };
  const eeg = { name: "rest.edf", mimeType: "application/octet-stream", buffer: computedEeg() };
  const analyse = dialog.getByRole("button", { name: "Analyse" });
  await page.getByRole("button", { name: "New report" }).click();
  await dialog.getByLabel("Type").selectOption({ label: "EEG" });
  await dialog.getByLabel("File").setInputFiles(picture);
  await analyse.click();
  await dialog.locator(".field-problem", { hasText: "neither EDF nor BDF" }).waitFor();
  await dialog.getByLabel("File").setInputFiles(eeg);
  await analyse.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New report" }).click();
  await dialog.getByLabel("File").setInputFiles(picture);
  await dialog.getByLabel("Kind of picture").fill("Dermoscopy");
  await dialog.getByLabel("Context").fill("age=54");
  await analyse.click();
  // The newest first. A report is read, which the audit log notes, only when it is opened.
  for (const [at, kind] of ["Dermoscopy", "EEG"].entries()) {
    await page.locator("[data-report]").nth(1).waitFor();
    const report = page.locator("[data-report]").nth(at);
    await report.locator("summary .badge", { hasText: "completed" }).waitFor();
    await report.locator("summary").click();
    await report.getByText("Warning signs", { exact: true }).waitFor();
    await report.getByText(kind, { exact: true }).waitFor();
    assert.match((await report.locator(".notice.warning").first().textContent())!, /diagnosis/i);
  }
}

/** Fills in a questionnaire on the page of reports, and sees its score. */
export async function makeAnalysis({ page }: Visit): Promise<void> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New analysis" }).click();
  await dialog.getByLabel("Analysis").selectOption({ label: "Questionnaires on mood" });
  await dialog.getByLabel("PHQ-9").fill("121010101");
  assert.deepEqual(await accessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.waitFor({ state: "detached" });
  const report = page.locator("[data-report]");
  await report.nth(1).waitFor({ state: "detached" });
  await report.locator("summary .badge", { hasText: "completed" }).waitFor();
  await report.locator("summary").click();
  await report.getByText("mild", { exact: true }).waitFor();
  await report.getByText("Mentions self-harm", { exact: true }).waitFor();
}

/** Signs in as a program's key that only reads, and finds the lists without a button that makes something. */
export async function seeWithoutMaking({ box }: Visit, browser: Browser): Promise<void> {
  const scopes = ["jobs:read", "voice:read", "brands:read", "avatars:read", "system:read"];
  const { key } = (await box.post("/api/v1/keys", { name: "Reader", scopes })).body.data;
  const page = await openSignedIn(browser, { url: box.url, key });
  for (const [path, listed] of [
    ["/voice", "Guide"],
    ["/media", "Avatars"],
  ] as const) {
    await goTo(page, path);
    await page.getByRole("heading", { name: listed }).waitFor();
    const making = page.getByRole("button", {
      name: /^(New|Edit|Remove|Play|Apply|Localize|Save)/,
    });
    assert.equal(await making.count(), 0, path);
  }
  await page.context().close();
}
