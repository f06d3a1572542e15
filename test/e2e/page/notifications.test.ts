import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { type Appliance, repoDir, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";
import { siteCa } from "../../support/notifications/https-receiver.ts";
import { PushService } from "../../support/notifications/push-service.ts";
import { accessibilityProblems } from "../../support/page/axe.ts";
import { complaintsOf, goTo, launchBrowser, withoutBrowser } from "../../support/page/browser.ts";
import { chooseLanguage } from "../../support/page/menu.ts";

const password = "correct horse battery";
const shots = process.env["PUSH_SHOTS"];
/** Chromium's own push service is on the internet: the page subscribes at the one of the test instead. */
const subscribeAtStandIn = `
  let kept = null;
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = btoa(String.fromCharCode(...applicationServerKey));
    const json = await window.standIn(key.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
    if (json === null) throw new DOMException("push service not available", "AbortError");
    kept = { options: { applicationServerKey: applicationServerKey.buffer }, toJSON: () => json,
      unsubscribe: async () => { kept = null; return true; } };
    return kept;
  };
`;

describe("notifications on the page", { skip: withoutBrowser }, () => {
  let box: Appliance;
  let service: PushService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let devtools: CDPSession;
  let complaints: string[];
  let registrationId = "";
  let canSubscribe = true;
  const ended: (() => Promise<void>)[] = [];

  const shoot = async (name: string): Promise<void> => {
    assert.deepEqual(await accessibilityProblems(page), [], name);
    if (shots === undefined) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };
  const panel = () => page.getByRole("region", { name: "My devices" });
  const shown = async () =>
    (await page.evaluate(
      `navigator.serviceWorker.ready.then(async (worker) => (await worker.getNotifications())
        .map(({ title, body, tag, data, dir }) => ({ title, body, tag, open: data.open, dir })))`,
    )) as { title: string; body: string; tag: string; open: string; dir: string }[];
  /** Resolves when the device shows it. Chromium drops a message while it stops an idle worker. */
  const deliver = async (
    payload: object,
    isIt: (notice: Awaited<ReturnType<typeof shown>>[0]) => boolean,
  ): Promise<void> => {
    const message = { origin: box.url, registrationId, data: JSON.stringify(payload) };
    for (let left = 2; ; left -= 1) {
      await devtools.send("ServiceWorker.deliverPushMessage", message);
      try {
        const what = "the notification";
        await until(async () => (await shown()).some(isIt), { what, deadlineMs: 20_000 });
        return;
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  };
  const worker = (): Worker => context.serviceWorkers()[0]!;

  before(async () => {
    service = await new PushService().start({ after: (run) => void ended.push(run) });
    const yaml = [
      "models: { default: motion }",
      `media_dirs: [${join(repoDir, "src/system/demo")}]`,
      `push: { contact: "mailto:it@site.test", services: ["${service.host}"] }`,
      `webhooks: { allowed_networks: [127.0.0.0/8], ca_file: ${siteCa().caFile} }`,
    ];
    box = await startAppliance({ yaml: yaml.join("\n") });
    const account = { name: "Olga Owner", role: "operator", password };
    const made = await box.post("/api/v1/people", account);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    browser = await launchBrowser(["--host-resolver-rules=MAP 192.0.2.7 127.0.0.1"]);
    context = await browser.newContext({ locale: "en-GB" });
    await context.exposeFunction("standIn", (vapidKey: string) =>
      canSubscribe ? service.subscribe("browser", vapidKey) : null,
    );
    await context.addInitScript(subscribeAtStandIn);
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    complaints = complaintsOf(page);
    devtools = await context.newCDPSession(page);
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const each of registrations) registrationId = each.registrationId;
    });
    await devtools.send("ServiceWorker.enable");
  });

  after(async () => {
    await browser?.close();
    await box?.stop();
    for (const end of ended) await end();
  });

  const signIn = async (url: string): Promise<void> => {
    await page.goto(url);
    await page.getByLabel("Name").fill("Olga Owner");
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.locator("#content h1").waitFor();
    await goTo(page, "/system/account");
  };

  it("says that a page without HTTPS gets no notifications", async () => {
    await signIn(box.url.replace("127.0.0.1", "192.0.2.7"));
    await page.getByText("only for pages opened over HTTPS").waitFor();
    await shoot("insecure");
  });

  it("says that the browser blocks them, and continues once the person allows them", async () => {
    await signIn(box.url);
    // Without a window nobody answers the browser's question: it refuses.
    await page.getByRole("button", { name: "Notify this device" }).click();
    await page.getByText("This browser blocks notifications").waitFor();
    await shoot("denied");
    await context.grantPermissions(["notifications"], { origin: box.url });
    await page.getByRole("button", { name: "Notify this device" }).waitFor();
  });

  it("says that the browser does not reach its push service", async () => {
    canSubscribe = false;
    await page.getByRole("button", { name: "Notify this device" }).click();
    await page.getByText("The browser does not reach its push service.").waitFor();
    await shoot("unreachable");
    canSubscribe = true;
  });

  it("subscribes this device with severity and quiet hours", async () => {
    await page.getByLabel("Name of this device").fill("Olga's laptop");
    await page.getByRole("combobox", { name: "Severity" }).selectOption("info");
    await page.getByLabel("No quiet hours").uncheck();
    await page.getByLabel("From").fill("03:00");
    await page.getByLabel("To", { exact: true }).fill("03:01");
    await shoot("form");
    await page.getByRole("button", { name: "Notify this device" }).click();
    await panel()
      .getByRole("row", { name: /Olga's laptop.*this device/ })
      .waitFor();
    const [device] = (await box.get("/api/v1/push/subscriptions")).body.data.data;
    assert.deepEqual(
      [device.owner_name, device.min_severity, device.camera_ids, device.language],
      ["Olga Owner", "info", null, "en"],
    );
    const { from, to } = device.quiet_hours.windows[0];
    assert.deepEqual([from, to], ["03:00", "03:01"]);
  });

  it("sends a test that the device shows", async () => {
    await panel().getByRole("button", { name: "Send test" }).click();
    await page.getByText("The push service accepted the test.").waitFor();
    const [{ payload }] = (await service.count(1)) as [(typeof service.received)[0]];
    await deliver(payload, () => true);
    assert.equal((await shown()).length, 1);
    assert.equal((await shown())[0]!.body, "Notifications reach this device.");
    await shoot("devices");
  });

  it("shows an incident, and opens it when pressed", async () => {
    const watch = {
      stream_id: "scene",
      model: "motion",
      source: { type: "file", url: join(repoDir, "src/system/demo/scene.mp4") },
      context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
      behaviors: [{ type: "intrusion", zone: "all" }],
    };
    assert.equal((await box.post("/api/v1/surveillance/streams", watch)).status, 202);
    await until(() => service.received.length > 1, { what: "an incident", deadlineMs: 60_000 });
    const { payload } = service.received[1]!;
    const id = payload.incident_id!;
    await deliver(payload, ({ tag }) => tag === id);
    const notice = (await shown()).find(({ tag }) => tag === id)!;
    assert.equal(notice.title, "Intrusion · scene");
    assert.match(notice.body, /^Critical · Gatehouse · \d?\d:\d\d( [AP]M)?$/);
    await worker().evaluate(
      `registration.getNotifications({ tag: "${id}" }).then(([notification]) =>
        dispatchEvent(new NotificationEvent("notificationclick", { notification })))`,
    );
    await page.locator(".incidents-detail h2").waitFor();
    assert.ok(page.url().endsWith(`#/review?id=${id}`), page.url());
    await until(async () => !(await shown()).some(({ tag }) => tag === id));
  });

  it("shows a notification in the language of its device, from right to left in Arabic", async () => {
    const incident = { type: "loitering", severity: "critical", source: "gate", incident_id: "x" };
    const about = { v: 1, kind: "incident", language: "ar", site: "North", at: 1_700_000_000 };
    await deliver({ ...about, ...incident }, ({ tag }) => tag === "x");
    const notice = (await shown()).find(({ tag }) => tag === "x")!;
    assert.equal(notice.dir, "rtl");
    assert.match(notice.title, /^[\u0600-\u06ff ]+ · gate$/);
    const robot = { language: "en", robot: "r1", source: "r1", incident_id: "y" };
    await deliver({ ...about, ...robot }, ({ open }) => open === "#/robots/r1");
  });

  it("says that the box has no uplink: the test fails, and what waits is counted", async () => {
    await goTo(page, "/system/account");
    await service.stop();
    await panel().getByRole("button", { name: "Send test" }).click();
    await page.getByText("The box could not send the test:").waitFor();
    await shoot("no-uplink");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot("no-uplink-phone-dark");
    await chooseLanguage(page, "ar");
    await shoot("arabic-phone-dark");
    await chooseLanguage(page, "en");
  });

  it("removes a device", async () => {
    await panel().getByRole("button", { name: "Remove" }).click();
    await panel()
      .getByRole("button", { name: /Confirm/ })
      .click();
    await page.getByText("None of your devices gets notifications.").waitFor();
    assert.equal(await page.evaluate("localStorage.getItem('gatehouse.push-device')"), null);
    await page.getByRole("button", { name: "Notify this device" }).waitFor();
    assert.deepEqual(complaints, []);
  });
});
