import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { launchShell, openSignedIn, withoutBrowser } from "../support/page/browser.ts";

const run = promisify(execFile);
const streams = "/api/v1/surveillance/streams";
/** Requests are counted. */
const requests = { everyMs: 300 };
const leftHalf = [
  [0, 0],
  [0.5, 0],
  [0.5, 1],
  [0, 1],
];

describe("live video that the box encodes for viewers", () => {
  let box: Appliance;
  let camera: RtspServer;

  const watch = async (id: string, url: string): Promise<void> => {
    const source = { type: "rtsp", url };
    const { status } = await box.post(streams, { stream_id: id, source, model: "motion" });
    assert.equal(status, 202);
  };
  const request = (id: string): Promise<Response> => box.fetch(`${streams}/${id}/live-video.mp4`);
  /** The answer of a viewer that requests again until there is a picture. */
  const opened = async (id: string): Promise<Response> => {
    let answer: Response | undefined;
    await until(async () => {
      answer = await request(id);
      if (answer.status !== 200) await answer.body?.cancel();
      return answer.status === 200;
    }, requests);
    return answer!;
  };
  /** The first bytes of a video, enough for some frames, in a file. */
  const someOf = async (t: TestContext, answer: Response): Promise<string> => {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body!) {
      parts.push(part as Uint8Array);
      if ((length += (part as Uint8Array).length) > 40_000) break;
    }
    const file = join(await tempDir(t), "some.mp4");
    await writeFile(file, Buffer.concat(parts));
    return file;
  };
  const encoders = async (): Promise<string | undefined> =>
    /^gatehouse_live_transcodes (\d+)$/m.exec(await (await box.fetch("/metrics")).text())?.[1];

  before(async () => {
    camera = await startRtspServer({ codec: "hevc", size: "320x180" });
    box = await startAppliance({
      yaml: "models: { default: motion }\nperception: { live_transcodes: 1 }",
    });
    await watch("gate", camera.url);
  });

  after(async () => {
    await box?.stop();
    await camera?.stop();
  });

  it("is H.264 for a viewer that cannot play the camera's H.265, and unchanged for one that can", async (t) => {
    const answer = await opened("gate");
    assert.match(answer.headers.get("content-type")!, /^video\/mp4; codecs="avc1\./);
    const file = await someOf(t, answer);
    const { stdout } = await run("ffprobe", [
      "-v",
      "error",
      "-show_entries",
      "stream=codec_name,width",
      "-of",
      "csv=p=0",
      file,
    ]);
    assert.equal(stdout.trim(), "h264,320");
    const own = await box.fetch(`${streams}/gate/live-video.mp4?codecs=any`);
    assert.match(own.headers.get("content-type")!, /hvc1/);
    await own.body!.cancel();
  });

  it("is refused for one camera more than the site allows, until the first has no viewer", async (t) => {
    const other = await startRtspServer({ codec: "hevc", size: "320x180" });
    t.after(() => other.stop());
    await watch("yard", other.url);
    const first = await opened("gate");
    await until(async () => {
      const answer = await request("yard");
      const { error } = (await answer.json()) as { error: { code: string } };
      return answer.status === 429 && error.code === "too_many_streams";
    }, requests);
    await first.body!.cancel();
    const second = await opened("yard");
    await until(async () => (await encoders()) === "1", requests);
    await second.body!.cancel();
  });

  it("has privacy masks painted in, and ends for its viewers when the masks change", async (t) => {
    const plain = await opened("gate");
    const patched = await box.fetch(`${streams}/gate`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ masks: [{ polygon: leftHalf }] }),
    });
    assert.equal(patched.status, 200);
    // The camera's uncovered video ends; what is left of it is no longer read.
    await plain.arrayBuffer();
    const file = await someOf(t, await opened("gate"));
    const args = [
      "-v",
      "error",
      "-i",
      file,
      "-frames:v",
      "1",
      "-f",
      "rawvideo",
      "-pix_fmt",
      "gray",
      "-",
    ];
    const { stdout } = await run("ffmpeg", args, { encoding: "buffer" });
    const at = (x: number, y: number): number => stdout[y * 320 + x]!;
    const left = Array.from({ length: 150 }, (_, x) => at(x, 90));
    assert.ok(
      left.every((luma) => luma <= 18),
      left.join(),
    );
    const right = Array.from({ length: 150 }, (_, x) => at(165 + x, 90));
    assert.ok(
      right.some((luma) => luma > 40),
      right.join(),
    );
    const any = await box.fetch(`${streams}/gate/live-video.mp4?codecs=any`);
    assert.match(any.headers.get("content-type")!, /avc1/);
    await any.body!.cancel();
  });

  it("plays on the page in a browser without H.265", { skip: withoutBrowser }, async (t) => {
    const browser = await launchShell();
    t.after(() => browser.close());
    const page = await openSignedIn(browser, box);
    await page.goto(`${box.url}/#/cameras/gate`);
    const time = `document.querySelector("video")?.currentTime ?? 0`;
    await page.locator("video").first().waitFor();
    const start = (await page.evaluate(time)) as number;
    await until(async () => ((await page.evaluate(time)) as number) > start + 1, {
      what: "video that plays",
    });
  });
});
