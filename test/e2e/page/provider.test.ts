import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { siteCa } from "../../support/notifications/https-receiver.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { complaintsOf, launchShell, withoutBrowser } from "../../support/page/browser.ts";
import { signOut } from "../../support/page/menu.ts";
import { client, OpenIdStandIn } from "../../support/people/openid-stand-in.ts";

const shots = process.env["PROVIDER_SHOTS"];

describe("the identity provider on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let standIn: OpenIdStandIn;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  const ended: (() => Promise<void>)[] = [];
  const button = () => page.getByRole("button", { name: "Sign in with Company account" });

  const shoot = async (name: string): Promise<void> => {
    assert.deepEqual(await accessibilityProblems(page), [], name);
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}.png` });
  };

  before(async () => {
    const late = { after: (run: () => Promise<void>) => void ended.push(run) };
    standIn = await new OpenIdStandIn().start(late);
    const secretFile = join(await tempDir(late), "secret");
    await writeFile(secretFile, `${client.secret}\n`);
    const provider = [
      `name: Company account, issuer: "${standIn.issuer}", client_id: ${client.id}`,
      `client_secret_file: ${secretFile}, ca_file: ${siteCa().caFile}`,
      "roles: [{ claim: groups, value: guards, role: operator }]",
    ];
    const yaml = `models: { default: motion }\nsign_in: { provider: { ${provider.join(", ")} } }`;
    box = await startAppliance({ yaml });
    browser = await launchShell();
    const context = await browser.newContext({ locale: "en-GB", ignoreHTTPSErrors: true });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    complaints = complaintsOf(page);
    await page.goto(box.url);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    for (const end of ended.toReversed()) await end();
  });

  it("signs in at the provider and comes back signed in, without the answer in the address", async () => {
    await button().waitFor();
    await shoot("sign-in");
    await button().click();
    await page.locator(".menu-button").click();
    await page.getByRole("link", { name: "Anna Weber" }).waitFor();
    assert.ok(!page.url().includes("code="), page.url());
    const people = (await box.get("/api/v1/people")).body.data.data;
    assert.deepEqual(
      people.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [["Anna Weber", "operator"]],
    );
    await page.keyboard.press("Escape");
  });

  it("signs out at the provider too", async () => {
    const visited = page.waitForRequest((request) =>
      request.url().startsWith(`${standIn.issuer}/signed-out`),
    );
    await signOut(page);
    await visited;
    await button().waitFor();
  });

  it("says why a person is refused, and keeps nothing of the answer", async () => {
    standIn.person = { sub: "u-2", name: "Bob", groups: [] };
    await button().click();
    await page.getByText("The sign-in was refused: the person has no role on this site.").waitFor();
    await shoot("refused");
    assert.ok(!page.url().includes("code="), page.url());
  });

  it("says that the provider is away, and keys work on", async () => {
    await standIn.stop();
    await box.kill();
    await box.restart();
    await page.reload();
    await button().click();
    await page.getByText("The service does not answer").waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot("away-phone-dark");
    await page.locator(".language").selectOption("ar");
    await page.locator("html[lang=ar]").waitFor({ state: "attached" });
    await shoot("arabic-phone-dark");
    await page.locator(".language").selectOption("en");
    await page.getByRole("button", { name: "Use a key or setup code" }).click();
    await page.getByLabel("API key").fill(box.key);
    await page.keyboard.press("Enter");
    await page.locator(".menu-button").waitFor();
    assert.deepEqual(complaints, []);
  });
});
