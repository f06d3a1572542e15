import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { type Appliance, repoDir } from "../../support/box/appliance.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import {
  complaintsOf,
  goTo,
  launchShell,
  overhangPx,
  withoutBrowser,
} from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";
import type { MockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { Receiver } from "../../support/notifications/https-receiver.ts";
import {
  changeAgents,
  makeAgent,
  makeAnalysis,
  makeBrand,
  makePictures,
  makeReports,
  seeWithoutMaking,
} from "../../support/page/making.ts";
import { secretInFile, startToolsBox } from "../../support/page/tools-site.ts";
import { until } from "../../support/box/wait.ts";

const deadlineMs = 60_000;

describe("the page's tools", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let cloud: MockCloud;
  let release: () => Promise<void>;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const receiver = new Receiver();
  let complaints: string[] = [];

  const go = (path: string): Promise<void> => goTo(page, path);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const rover = async () => (await box.get("/api/v1/robots/rover/status")).body.data;

  before(async () => {
    await receiver.start({ after: () => undefined });
    ({ box, cloud, release } = await startToolsBox());
    browser = await launchShell();
    const viewport = { width: 1280, height: 900 };
    context = await browser.newContext({ viewport, locale: "en-GB" });
    page = await context.newPage();
    page.setDefaultTimeout(deadlineMs);
    complaints = complaintsOf(page);
    await page.goto(box.url);
  });

  after(async () => {
    await browser?.close();
    await receiver.stop();
    await release?.();
  });

  it("lets somebody in by a setup code of the command line, and shows the key that it made", async () => {
    const { stdout } = await gatehouse(["setup-code", "--data-dir", box.dataDir]);
    await page.getByLabel("API key or setup code").fill(stdout.trim());
    await page.getByLabel("Name of the new key").fill("Anna");
    await page.keyboard.press("Enter");
    const key = page.locator("code.secret");
    await key.waitFor();
    const authorization = `Bearer ${await key.textContent()}`;
    const asked = await fetch(`${box.url}/api/v1/keys`, { headers: { authorization } });
    const { data } = (await asked.json()) as { data: { data: { name: string }[] } };
    assert.equal(data.data.at(-1)!.name, "Anna");
    await page.reload();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    assert.equal(await key.count(), 0);
  });

  it("sends a robot to a place on its map, shows its way, and stops it by a button that is always in sight", async () => {
    await go("/robots/rover");
    const map = page.getByRole("img", { name: /^Map map with Rover/ });
    await map.waitFor();
    await page.getByLabel("x (m, map)").fill("6");
    await page.getByLabel("y (m, map)").fill("1");
    await button("Go there").click();
    await map.locator("polyline.way").waitFor({ state: "attached" });
    await until(async () => (await rover()).velocity.value.linear_mps > 0);
    const stop = button("Stop Rover");
    assert.ok(await stop.isEnabled());
    const bounds = (await stop.boundingBox())!;
    assert.ok(bounds.y + bounds.height <= 900 && bounds.height >= 60);
    const sent: number[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/robots/rover/stop")) sent.push(performance.now());
    });
    await stop.dblclick();
    await page.getByText(/^Rover: stopped in \d/).waitFor();
    assert.equal(sent.length, 2, "each press is sent at once");
    await until(async () => (await rover()).velocity.value.linear_mps === 0);
    await page.getByText("Stopped by an operator. Runs").waitFor();
  });

  it("drives a robot by keys and by dragging, lets go with the key, and stops it with the space bar", async () => {
    await button("Take control").click();
    const pad = page.getByRole("application", { name: "Driving pad" });
    await pad.waitFor();
    // The commands below name their sender too.
    await page
      .locator("dd")
      .getByText(/^you \(operator on site\)$/)
      .waitFor();
    await page.keyboard.down("ArrowUp");
    await until(async () => (await rover()).velocity.value.linear_mps > 0);
    await page.keyboard.up("ArrowUp");
    await until(async () => (await rover()).velocity.value.linear_mps === 0);
    const area = (await pad.boundingBox())!;
    await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width / 2, area.y + area.height - 10);
    await until(async () => (await rover()).velocity.value.linear_mps < 0);
    await page.mouse.up();
    await until(async () => (await rover()).velocity.value.linear_mps === 0);
    await page.keyboard.press("Space");
    await page.getByText(/^Manual drive ended: stopped/).waitFor();
    assert.equal((await rover()).held_by_stop, true);
    assert.equal((await rover()).active_command, null);
  });

  it("says why a robot is not handed over", async () => {
    const lease = await box.post("/api/v1/robots/rover/lease", { ttl_seconds: 60 });
    assert.equal(lease.status, 200, JSON.stringify(lease.body));
    await button("Take control").click();
    await page.getByText(/^Could not take control\. .+/).waitFor();
    await box.fetch("/api/v1/robots/rover/lease", { method: "DELETE" });
  });

  it("lists jobs, narrows them, shows a picture and what failed, and cancels what waits", async () => {
    const made = await box.post("/api/v1/images/generations", { prompt: "a lighthouse" });
    const { job_id: id } = made.body.data;
    await go("/system/jobs");
    await page.getByLabel("Type").selectOption("image.generation");
    await page.getByRole("link", { name: "image.generation" }).click();
    const picture = page.getByRole("img", { name: "Picture of the job" });
    await picture.waitFor();
    await until(() => page.evaluate("document.querySelector('.job-picture').naturalWidth > 0"));
    await page.getByText('"prompt": "a lighthouse"').waitFor();
    await go("/media");
    await page.getByRole("img", { name: "Picture for: a lighthouse" }).waitFor();
    const failing = await box.post("/api/v1/surveillance/streams", {
      stream_id: "gone",
      model: "motion",
      source: { type: "file", url: join(repoDir, "src/system/demo/scene-truth.json") },
    });
    await go(`/system/jobs/${failing.body.data.job_id}`);
    await page.getByText("stream_").first().waitFor();
    const live = await box.post("/api/v1/surveillance/streams", {
      stream_id: "away",
      model: "motion",
      source: { type: "rtsp", url: "rtsp://127.0.0.1:9/none" },
    });
    await go(`/system/jobs/${live.body.data.job_id}`);
    await page.getByRole("link", { name: "To the camera" }).waitFor();
    assert.equal(await button("Cancel the job").count(), 0);
    cloud.misbehave({ what: "hold", on: "image" });
    const waiting = await box.post("/api/v1/images/generations", { prompt: "a ship" });
    await go(`/system/jobs/${waiting.body.data.job_id}`);
    await button("Cancel the job").click();
    await button(/^Confirm: /).click();
    await page.locator(".facts").getByText("cancelled", { exact: true }).waitFor();
    cloud.release();
    await go("/system/jobs");
    await page.getByLabel("State").selectOption("cancelled");
    const link = page.locator(`a[href="#/system/jobs/${waiting.body.data.job_id}"]`);
    await link.waitFor();
    await page.getByRole("table").getByText("completed").waitFor({ state: "detached" });
    assert.equal((await box.get(`/api/v1/jobs/${id}`)).body.status, "completed");
  });

  it("registers a webhook with a secret that is shown once, tests it, and sends a delivery again", async () => {
    await go("/automation/webhooks");
    await button("New webhook").click();
    await page.getByLabel("URL").fill(receiver.url("/desk"));
    await page.getByLabel("Description").fill("Alarm desk");
    await button("Save").click();
    const secret = (await page.locator("dialog code.secret").textContent())!;
    await button("Close").last().click();
    await page.getByRole("link", { name: receiver.url("/desk") }).click();
    await button("Send test event").click();
    await page.getByText("Test: delivered").waitFor();
    const [first] = receiver.received;
    new Webhook(secret).verify(first!.body, first!.headers as Record<string, string>);
    await page.getByRole("button", { name: "Redeliver", exact: true }).click();
    await until(() => receiver.received.length > 1);
    assert.equal((await page.content()).includes(secret), false, "the secret is not shown again");
    await button("Switch off").click();
    await page.getByText("disabled by a user").waitFor();
  });

  it("makes a key that is shown once, and ends it", async () => {
    await go("/system/account");
    await page.getByText(/^You signed in with a key\./).waitFor();
    await go("/system/people");
    await button("New key").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Night desk");
    await dialog.getByLabel("Role").selectOption("operator");
    await dialog.getByRole("button", { name: "Add" }).click();
    const key = (await dialog.locator("code.secret").textContent())!;
    const ask = async () => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${box.url}/api/v1/robots`, { headers })).status;
    };
    assert.equal(await ask(), 200);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    const row = page.getByRole("row", { name: /Night desk/ });
    await row.getByRole("button", { name: "Revoke", exact: true }).click();
    await row.getByRole("button", { name: /^Confirm: / }).click();
    await row.getByText("revoked").waitFor();
    assert.equal(await ask(), 401);
    await button("Refresh").click();
    await page.getByText("POST /api/v1/keys", { exact: true }).first().waitFor();
  });

  it("shows the configuration without secrets, and leads to the line of each mistake", async () => {
    await go("/system/configuration");
    await page.getByLabel("Search").fill("robots");
    await page.getByText('"id": "rover"').waitFor();
    await page.getByLabel("Search").fill("");
    await page.getByText("rtsp://***@127.0.0.1:9/main").waitFor();
    assert.equal((await page.content()).includes(secretInFile), false);
    const text = page.getByLabel("File (YAML)");
    await until(async () => (await text.inputValue()) !== "", { what: "the site file" });
    const written = await text.inputValue();
    await text.fill("site:\n  name: North\nserver:\n  prot: 1\n");
    await button("Check a file").click();
    await page.getByText("is no setting; did you mean port?").waitFor();
    await button("Line 4").click();
    assert.equal(await page.evaluate("getSelection().toString()"), "  prot: 1");
    await text.fill("site: { name: North }\n");
    await button("Check a file").click();
    await page.getByText("No problems found.").waitFor();
    // Unsaved changes would ask before the next view.
    await text.fill(written);
  });

  it("draws how the box was, and how much of each hour a camera was looked at", async () => {
    await go("/system/health");
    await page.getByRole("img", { name: /^Disk free: from/ }).waitFor();
    await page.locator(".chart canvas").first().waitFor();
    await page
      .getByText(/camera offline|stream stopped/)
      .first()
      .waitFor();
    await page.getByText("Cameras are offline.").waitFor();
  });

  it("makes pictures of each kind, edits and localizes them, and saves an avatar", async () => {
    await makePictures({ page, box });
  });

  it("extracts a brand from a web page, applies it to a use, and removes it", async () => {
    await makeBrand({ page, box }, receiver);
  });

  it("makes a report of an EEG and one of a medical picture", async () => {
    await makeReports({ page, box });
    await makeAnalysis({ page, box });
  });

  it("makes and changes voice agents, shows their conversations, and plays them; a reader only sees them", async () => {
    await go("/voice");
    await page.getByText("No voice agents yet.").waitFor();
    await page.getByText("No conversations yet.").waitFor();
    const greeting = "Welcome to the yard";
    const agent = { system_prompt: "You show people around.", greeting };
    const made = await makeAgent({ page, box }, greeting);
    await box.post("/api/v1/voice/agents", { ...agent, name: "Mute", voice_id: "elevenlabs:no" });
    const asked = { agent_id: made.id, provider: "livekit" };
    const session = (await box.post("/api/v1/voice/sessions", asked)).body.data;
    const guide = page.locator("[data-agent]", { has: page.getByText("Guide", { exact: true }) });
    await guide.getByText(greeting).waitFor();
    await guide.getByText("You show people around.").waitFor({ state: "hidden" });
    await guide.getByText("System prompt").click();
    await guide.getByText("You show people around.").waitFor();
    const mute = page.locator("[data-agent]", { has: page.getByText("Mute", { exact: true }) });
    await mute.getByText("Unknown voice").waitFor();
    const row = page.locator(`[data-session="${session.id}"]`);
    await row.getByText("Not started").waitFor();
    const end = { summary: "The visitor asked for the gate." };
    await box.post(`/api/v1/voice/sessions/${session.id}/complete`, end);
    await row.getByText("Completed").waitFor();
    await row.getByText(end.summary).waitFor();
    assert.ok(!(await page.content()).includes(session.client_secret));
    await changeAgents({ page, box });
    await seeWithoutMaking({ page, box }, browser);
    const { available } = (await box.get("/api/v1/system")).body.data.voice.speech;
    if (!available) return;
    await guide.getByText("Available", { exact: true }).waitFor();
    await guide.getByRole("button", { name: "Play greeting" }).click();
    const sound = guide.locator("audio");
    await sound.waitFor();
    await guide.getByText("Spoken by espeak-ng").waitFor();
    await until(() => page.evaluate("document.querySelector('audio').duration > 0.3"));
  });

  it("examines the box, cameras of the API too, and says what to do, the worst first", async () => {
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "added",
      model: "motion",
      source: { type: "rtsp", url: `rtsp://anna:${secretInFile}@127.0.0.1:9/none` },
    });
    await go("/system/doctor");
    await page.getByText("No diagnostics since").waitFor();
    await button("Run diagnostics").click();
    await button("Run diagnostics").and(page.locator("[aria-busy=true]")).waitFor();
    for (const camera of ["gate", "added"]) {
      const link = page.getByRole("link", { name: camera, exact: true });
      const finding = page.locator("[data-check=camera_reachable]", { has: link });
      await finding.getByText("How to fix it").waitFor();
      await finding.getByText("gatehouse cameras probe shows more.").waitFor();
    }
    await page.getByText(/^Last run: /).waitFor();
    const states = await page.evaluate(
      "[...document.querySelectorAll('[data-check]')].map((row) => row.dataset.status)",
    );
    const order = ["fail", "warn", "ok", "skipped"];
    const ranks = (states as string[]).map((state) => order.indexOf(state));
    assert.deepEqual(
      ranks,
      ranks.toSorted((a, b) => a - b),
    );
    assert.ok(ranks.length >= 48, `${ranks.length} findings`);
    await chooseLanguage(page, "de");
    const silent = page.locator("[data-check=camera_reachable][data-status=fail]").first();
    await silent.getByText(/^Die Kamera antwortet unter ihrer Adresse nicht/).waitFor();
    await silent.getByText(/^Strom, Kabel, Adresse und Passwort ansehen/).waitFor();
    const english = "[data-check] [lang=en], [data-check]:not(:has([lang=de]))";
    assert.equal(await page.locator(english).count(), 0, "a finding in English");
    await chooseLanguage(page, "en");
    await page.getByText("Failed").first().waitFor();
    assert.equal((await page.content()).includes(secretInFile), false);
    await page.getByRole("link", { name: "gate", exact: true }).first().click();
    await page.getByRole("heading", { name: "gate" }).waitFor();
    await box.fetch("/api/v1/surveillance/streams/added", { method: "DELETE" });
  });

  it("names controls by their visible words in every language", async () => {
    for (const language of ["de", "fr", "es", "zh", "ar", "en"]) {
      await chooseLanguage(page, language);
      for (const path of ["/live", "/robots/rover", "/map"]) {
        await go(path);
        const problems = await accessibilityProblems(page, ["label-content-name-mismatch"]);
        assert.deepEqual(problems, [], `${path} ${language}`);
      }
    }
  });

  it("is accessible in light and dark, fits a phone in Arabic, and stays within its policy", async () => {
    const webhook = (await box.get("/api/v1/webhooks")).body.data.data[0].id;
    const job = (await box.get("/api/v1/jobs")).body.data.data[0].job_id;
    const views = [
      ["/robots", ".robot-map"],
      ["/robots/rover", ".robot-map"],
      ["/map", ".robot-map"],
      ["/missions", "section.panel"],
      ["/missions/new", ".robot-map"],
      ["/system/jobs", "tbody tr"],
      [`/system/jobs/${job}`, "pre.code"],
      ["/media", ".card img"],
      ["/voice", "tbody tr"],
      ["/medical", "[data-report]"],
      ["/automation/webhooks", "tbody tr"],
      [`/automation/webhooks/${webhook}`, "tbody tr"],
      ["/system/people", "tbody tr"],
      ["/system/doctor", "[data-check]"],
      ["/system/configuration", "tbody tr"],
      ["/system/health", ".chart canvas"],
    ] as const;
    for (const [path, ready] of views) {
      await go(path);
      await page.locator(ready).first().waitFor();
      await page.emulateMedia({ colorScheme: "light" });
      assert.deepEqual(await accessibilityProblems(page), [], path);
      // All that the dark colours change.
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await accessibilityProblems(page, ["color-contrast"]), [], `${path} dark`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await chooseLanguage(page, "ar");
    await page.locator("html[dir=rtl]").waitFor();
    for (const [path, ready] of views) {
      await go(path);
      await page.locator(ready).first().waitFor();
      assert.equal(await overhangPx(page), 0, path);
    }
    assert.deepEqual(complaints, []);
  });
});
