import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { signOut } from "../../support/page/menu.ts";
import { complaintsOf, goTo, launchShell, withoutBrowser } from "../../support/page/browser.ts";

const password = "correct horse battery";
const shots = process.env["PEOPLE_SHOTS"];

describe("people on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let browser: Browser;
  let owner: Page;
  let complaints: string[];
  let link = "";

  const open = async (where = box.url): Promise<Page> => {
    const context: BrowserContext = await browser.newContext({ locale: "en-GB" });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(where);
    return page;
  };
  const shoot = async (page: Page, name: string): Promise<void> => {
    assert.deepEqual(await accessibilityProblems(page), [], name);
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };

  before(async () => {
    box = await startAppliance({ yaml: "models: { default: motion }" });
    for (const id of ["yard", "gate"]) {
      // Nobody listens there: the cameras are listed, which is enough.
      const source = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
      const answer = await box.post("/api/v1/surveillance/streams", { stream_id: id, source });
      assert.equal(answer.status, 202, JSON.stringify(answer.body));
    }
    browser = await launchShell();
    owner = await open();
    complaints = complaintsOf(owner);
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
  });

  it("offers the owner an account with the setup code", async () => {
    const { stdout } = await gatehouse(["setup-code", "--data-dir", box.dataDir]);
    await owner.getByLabel("API key or setup code").fill(stdout.trim());
    await owner.getByLabel("Password (optional)").fill(password);
    await owner.getByLabel("Your name").fill("Olga Owner");
    await shoot(owner, "setup");
    await owner.keyboard.press("Enter");
    await owner.locator(".menu-button").click();
    await owner.getByRole("link", { name: "Olga Owner" }).waitFor();
    await owner.getByRole("button", { name: "Sign out" }).click();
  });

  it("signs in with name and password, and says what is wrong", async () => {
    await owner.getByLabel("Name").fill("olga owner");
    await owner.getByLabel("Password").fill("not the password");
    await owner.getByRole("button", { name: "Sign in" }).click();
    await owner.getByText("Name or password is wrong.").waitFor();
    await shoot(owner, "sign-in");
    await owner.getByLabel("Password").fill(password);
    await owner.keyboard.press("Enter");
    await owner.locator(".menu-button").waitFor();
  });

  it("adds a passkey and signs in with it; its proof works once, and on this page only", async () => {
    const page = await open(box.url.replace("127.0.0.1", "localhost"));
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.getByLabel("Name").fill("Olga Owner");
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.locator("#content h1").waitFor();
    await goTo(page, "/system/account");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkeys 1").waitFor();
    await shoot(page, "passkeys");
    await signOut(page);
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/session"),
    );
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.locator(".menu-button").waitFor();
    const { passkey } = (await sent).postDataJSON() as { passkey: { response: object } };
    const codeOf = async (url: string): Promise<string | undefined> => {
      const answer = await fetch(`${url}/api/v1/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ passkey }),
      });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return error?.code;
    };
    assert.equal(await codeOf(box.url), "conflict", "an IP address is no site of passkeys");
    const replayed = await codeOf(box.url.replace("127.0.0.1", "localhost"));
    assert.equal(replayed, "invalid_credentials");
    await page.context().close();
  });

  it("invites somebody to one camera by a link that is shown once", async () => {
    await goTo(owner, "/system/people");
    await owner.getByRole("button", { name: "Invite" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Cameras" }).selectOption("some");
    await dialog.getByLabel("yard").check();
    await shoot(owner, "invite");
    await dialog.getByRole("button", { name: "Invite" }).click();
    link = (await dialog.locator(".secret").textContent())!;
    assert.match(link, /\/#\/invitation\/[\w-]{43}$/);
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await owner.getByRole("heading", { name: "Open invitations" }).waitFor();
    await shoot(owner, "people");
  });

  it("lets the invited person in once, to that camera only", async () => {
    const guest = await open(box.url + link.slice(link.indexOf("/#")));
    await guest.getByLabel("Your name").fill("Gus Guest");
    await guest.getByLabel("Password").fill("another long secret");
    await shoot(guest, "invitation");
    await guest.getByRole("button", { name: "Create account" }).click();
    await guest.locator("[data-stream=yard]").waitFor();
    assert.equal(await guest.locator("[data-stream=gate]").count(), 0);
    await goTo(guest, "/system/account");
    await guest.getByText("Operator").waitFor();
    await shoot(guest, "account");
    await guest.getByLabel("Current password").fill("another long secret");
    await guest.getByLabel("New password").fill("yet another long one");
    await guest.getByRole("button", { name: "Change password" }).click();
    await guest.getByText("Password changed.").waitFor();
    const again = await open(box.url + link.slice(link.indexOf("/#")));
    await again.getByLabel("Your name").fill("Second");
    await again.getByLabel("Password").fill("another long secret");
    await again.getByRole("button", { name: "Create account" }).click();
    await again.getByText("This link is used or expired.").waitFor();
    await again.close();
  });

  it("shows the session, changes the role, and removes the person at once", async () => {
    await owner.reload();
    const row = owner.getByRole("region", { name: "People", exact: true }).getByRole("row", {
      name: /Gus Guest/,
    });
    await row.getByRole("button", { name: "Edit" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Role" }).selectOption("viewer");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("Viewer").waitFor();
    const sessions = owner.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("row", { name: /Gus Guest/ }).waitFor();
    await row.getByRole("button", { name: "Remove" }).click();
    await row.getByRole("button", { name: /Confirm/ }).click();
    await row.waitFor({ state: "detached" });
    await sessions.getByRole("row", { name: /Gus Guest/ }).waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });
});
