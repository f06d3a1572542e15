import assert from "node:assert/strict";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { sha256Of } from "../../../src/perception/models/checksum.ts";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { dogOutputs, installDog } from "../../support/inference/dog-model.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { launchShell, withoutBrowser } from "../../support/page/browser.ts";

const deadlineMs = 90_000;
const base = "/api/v1/surveillance/models";

describe("the models of the box", { skip: withoutBrowser }, () => {
  let dir: string;
  let mirror: Server;
  let box: Appliance;
  let browser: Browser;
  let page: Page;
  const row = (name: string) => page.locator(`tr[data-model=${name}]`);
  const state = async () => (await box.get(base)).body.data;
  const settled = async () =>
    await until(async () => (await state()).work?.state !== "running", { deadlineMs });

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), "gatehouse-models-"));
    const [shipped, stick] = [join(dir, "shipped"), join(dir, "stick")];
    for (const folder of [join(shipped, "catalogue"), stick])
      mkdirSync(folder, { recursive: true });
    installDog(shipped, "dog", { manifest: { gmacs: 1 } });
    installDog(stick, "stick-dog");
    const net = readFileSync(join(shipped, "dog.onnx"));
    mirror = createServer((_, response) => response.end(net)).listen(0, "127.0.0.1");
    await once(mirror, "listening");
    const card = JSON.parse(readFileSync(join(shipped, "dog.yaml"), "utf8")) as object;
    const { file: _file, sha256: _sha256, ...rest } = card as Record<string, unknown>;
    const url = `http://127.0.0.1:${(mirror.address() as AddressInfo).port}/dog.onnx`;
    const download = { url, sha256: sha256Of(net) };
    const entry = { ...rest, name: "bigger-dog", gmacs: 2, accuracy: 40, download };
    writeFileSync(join(shipped, "catalogue/bigger-dog.yaml"), JSON.stringify(entry));
    const outputs = dogOutputs.map((one) => ({
      ...one,
      name: one.name.replace("boxes", "pred_boxes"),
    }));
    installDog(dir, "sent-dog", { outputs });
    copyFileSync(join(shipped, "dog.onnx"), join(dir, "odd-dog.onnx"));
    box = await startAppliance({ yaml: `models: { dir: ${shipped} }\nmedia_dirs: [${stick}]` });
    browser = await launchShell();
    page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    page.setDefaultTimeout(deadlineMs);
    await page.goto(box.url);
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "System" }).click();
    const views = page.getByRole("navigation", { name: "System" });
    await views.getByRole("link", { name: "Models" }).click();
    await row("dog").waitFor();
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    mirror?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it("measures a model, and says what one of the catalogue would cost in cameras", async () => {
    await page.getByRole("button", { name: "Measure dog" }).click();
    await row("dog")
      .getByText(/^[\d.]+ ms$/)
      .waitFor();
    const [dog, bigger] = (await state()).models;
    assert.deepEqual([dog.name, dog.estimated], ["dog", false]);
    assert.ok(dog.cameras > 0);
    assert.deepEqual([bigger.state, bigger.estimated], ["available", true]);
    assert.ok(bigger.cameras <= dog.cameras, "a bigger net serves fewer cameras");
    assert.equal(bigger.recommended, true);
    assert.deepEqual(await accessibilityProblems(page), []);
  });

  it("offers the recommended model, pulls it in the background and makes it the default", async () => {
    await page.locator(".notice").getByRole("button", { name: "Download bigger-dog" }).click();
    await page.locator("tr[data-model=bigger-dog][data-state=verified]").waitFor();
    await row("bigger-dog").getByRole("button", { name: "Use bigger-dog" }).click();
    await row("bigger-dog").getByText("default").waitFor();
    assert.equal((await state()).chosen, "bigger-dog");
  });

  it("offers it on the first run too, and with one press downloads and uses it", async () => {
    await box.fetch("/api/v1/surveillance/default-model", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "dog" }),
    });
    await box.fetch(`${base}/bigger-dog`, { method: "DELETE" });
    await page.getByRole("link", { name: "Live" }).click();
    await page.getByText("Detector in use: dog").waitFor();
    await page.getByRole("button", { name: "Download and use bigger-dog" }).click();
    await page.getByText("Detector in use: bigger-dog").waitFor();
    assert.equal((await state()).chosen, "bigger-dog");
    assert.deepEqual(await accessibilityProblems(page), []);
    await page.goBack();
    await row("bigger-dog").waitFor();
  });

  it("installs a file from this computer, and one of a stick, and removes both again", async () => {
    const input = page.getByLabel("ONNX file on this computer");
    await input.setInputFiles(join(dir, "odd-dog.onnx"));
    await page.getByLabel("Head").selectOption("detr");
    await page.getByLabel("Class names").fill("cat,dog,fox");
    const upload = page.getByRole("button", { name: "Upload and install" });
    await upload.click();
    // A detr head needs outputs of certain names, which this net does not have.
    await page.getByRole("alert").filter({ hasText: "--boxes and --logits are missing" }).waitFor();
    await input.setInputFiles(join(dir, "sent-dog.onnx"));
    // A browser's own network is as fast as the test: hold the request until the progress is seen.
    const address = "**/models/upload?*";
    const isSeen = Promise.withResolvers<void>();
    await page.route(address, (route) => isSeen.promise.then(() => route.continue()));
    await upload.click();
    await page.getByRole("progressbar", { name: "Upload and install" }).waitFor();
    await page.getByText(/^\d[\d.,]* \S+ \/ \d[\d.,]* \S+$/).waitFor();
    isSeen.resolve();
    await row("sent-dog").waitFor();
    await page.unroute(address);
    await settled();
    await page.getByLabel("File on the box").fill(join(dir, "stick/stick-dog.yaml"));
    await page.getByRole("button", { name: "Install from the box" }).click();
    await row("stick-dog").waitFor();
    for (const name of ["stick-dog", "sent-dog"]) {
      await row(name)
        .getByRole("button", { name: `Remove ${name}` })
        .click();
      await row(name).getByRole("button", { name: "Confirm" }).click();
      await row(name).waitFor({ state: "detached" });
    }
  });

  it("is accessible in Arabic and dark too", async () => {
    const storageState = await page.context().storageState();
    const how = { locale: "ar", colorScheme: "dark", storageState } as const;
    const arabic = await (await browser.newContext(how)).newPage();
    await arabic.goto(`${box.url}/#/system/models`);
    await arabic.locator("tr[data-model=dog]").waitFor();
    assert.equal(await arabic.locator("h1").textContent(), "النماذج");
    assert.deepEqual(await accessibilityProblems(arabic), []);
  });

  it("learns from marks, and says why when there is nothing to learn from", async () => {
    await settled();
    await page.getByRole("button", { name: "Learn", exact: true }).click();
    await page.getByText("no incident with a picture is marked").waitFor();
    assert.equal((await state()).work.error.code, "learning_refused");
  });

  it("refuses what it cannot take, naming the field", async () => {
    await settled();
    const outside = await box.post(base, { path: "/etc/passwd" });
    assert.deepEqual([outside.status, outside.body.error!.param], [400, "path"]);
    const query = `name=sent&head=yolox&labels=dog&sha256=${"0".repeat(64)}`;
    const sent = await box.fetch(`${base}/upload?${query}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: readFileSync(join(dir, "sent-dog.onnx")),
    });
    const { error } = (await sent.json()) as { error: { param: string } };
    assert.deepEqual([sent.status, error.param], [400, "sha256"]);
    const shipped = await box.fetch(`${base}/dog`, { method: "DELETE" });
    assert.equal(shipped.status, 409);
    const used = await box.fetch(`${base}/bigger-dog`, { method: "DELETE" });
    assert.equal(used.status, 409);
    const unknown = await box.post(`${base}/nobody/pull`);
    assert.equal(unknown.status, 404);
    const put = (name: string) =>
      box.fetch("/api/v1/surveillance/default-model", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name }),
      });
    const wrong = (await (await put("nobody")).json()) as { error: { param: string } };
    assert.equal(wrong.error.param, "name");
  });
});
