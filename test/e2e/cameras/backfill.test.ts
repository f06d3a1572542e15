import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { onlyLong } from "../../support/box/long-form.ts";
import { until } from "../../support/box/wait.ts";
import { type OnvifDevice, startOnvifDevice } from "../../support/cameras/onvif/onvif-device.ts";
import { goTo, launchShell, openSignedIn, withoutBrowser } from "../../support/page/browser.ts";
import { ReplayServer } from "../../support/cameras/onvif/replay-server.ts";
import { type RtspServer, startRtspServer } from "../../support/cameras/rtsp-server.ts";

/** At most 240 requests a minute, of the 600 that a key may make. */
const patience = { deadlineMs: 120_000, everyMs: 250 };
const stream = "/api/v1/surveillance/streams/gate";

interface Span {
  from: number;
  to: number;
}

describe("a camera with a card whose connection fails", { skip: onlyLong }, () => {
  let camera: RtspServer;
  let card: ReplayServer;
  let device: OnvifDevice;
  let box: Appliance;
  const startSec = Math.floor(Date.now() / 1000) - 60;

  const query = (path: string) =>
    `/api/v1/surveillance/${path}from=${startSec}&to=${Date.now() / 1000 + 1}`;
  const spans = async (): Promise<Span[]> =>
    (await box.get(query("streams/gate/recordings?"))).body.data.data;
  const state = async () => (await box.get(stream)).body.data.recording.backfill;
  const gaps = async (): Promise<
    (Span & { reason: string; seconds: number; seconds_backfilled: number })[]
  > => (await box.get(query("timeline?stream_ids=gate&"))).body.data.data[0]?.gaps ?? [];
  const isWatching = () =>
    until(async () => (await box.get(stream)).body.data.state === "watching", patience);
  const sleepSec = (sec: number) => {
    const endMs = Date.now() + sec * 1000;
    return until(() => Date.now() >= endMs, patience);
  };
  const outage = async (sec: number) => {
    await camera.kill();
    await sleepSec(sec);
    await camera.restart();
    await isWatching();
  };
  /** Nothing is recorded twice. */
  const assertApart = (all: readonly Span[]) => {
    const sorted = all.toSorted((a, b) => a.from - b.from);
    for (const [at, span] of sorted.entries()) {
      const before = sorted[at - 1];
      if (before) assert.ok(span.from >= before.to - 0.2, JSON.stringify([before, span]));
    }
  };

  before(async () => {
    camera = await startRtspServer({ size: "320x180", fps: 10 });
    card = await ReplayServer.start();
    card.card = { fromMs: startSec * 1000, toMs: startSec * 1000 + 3_600_000 };
    device = await startOnvifDevice({
      streams: [{ token: "main", url: camera.url }],
      card: { url: card.url, recordings: () => [{ ...card.card, toMs: Date.now() }] },
    });
    box = await startAppliance({ yaml: "models: { default: motion }" });
    await box.post("/api/v1/surveillance/streams", {
      stream_id: "gate",
      source: { type: "rtsp", url: camera.url, onvif_url: device.url },
      recording: { mode: "continuous", backfill: true },
    });
    await isWatching();
    await sleepSec(8);
  });

  after(async () => {
    await box?.stop();
    await device?.stop();
    await card?.stop();
    await camera?.stop();
  });

  it("has the outage in its recording afterwards, and says where it comes from", async () => {
    await outage(25);
    await until(async () => (await gaps()).some((gap) => gap.seconds_backfilled > 15), {
      ...patience,
      what: "backfilled time",
    });
    const gap = (await gaps()).find(({ seconds_backfilled: sec }) => sec > 15)!;
    assert.equal(gap.reason, "source_down", "the reason of the gap stays");
    const all = await spans();
    assertApart(all);
    assert.deepEqual((await state()).state, "idle");
    const hours = (await box.get(query("coverage?stream_id=gate&"))).body.data.data;
    const sec = hours.reduce(
      (sum: number, one: { seconds_backfilled: number }) => sum + one.seconds_backfilled,
      0,
    );
    assert.ok(sec > 15, `${sec} s`);
  });

  it(
    "shows on the page how much of the outage came from the camera",
    { skip: withoutBrowser },
    async () => {
      const browser = await launchShell();
      try {
        const page = await openSignedIn(browser, box);
        await goTo(page, "/system/health");
        const cell = page.getByRole("cell", { name: /fetched from the camera/ }).first();
        await cell.waitFor();
        assert.match(
          (await cell.textContent())!,
          / (1[5-9]|[2-9]\d) seconds fetched from the camera$/,
        );
        const dir = process.env["SHOTS"];
        if (dir !== undefined) await page.screenshot({ path: `${dir}/backfilled.png` });
      } finally {
        await browser.close();
      }
    },
  );

  it("goes on after a power cut in the middle of a fetch, without doubling", async () => {
    await outage(40);
    const sent = card.frames;
    await until(() => card.frames > sent + 50, { ...patience, what: "a fetch" });
    await box.kill();
    await box.restart();
    await isWatching();
    await until(
      async () => {
        const [longest] = (await gaps())
          .filter(({ reason }) => reason === "source_down")
          .toSorted((a, b) => b.seconds - a.seconds);
        return longest !== undefined && longest.seconds_backfilled > longest.seconds * 0.7;
      },
      { ...patience, what: "the rest of the outage" },
    );
    assertApart(await spans());
  });
});
