import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { type Clock, systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { DemoCamera, sceneFile } from "../../../../src/system/demo/demo-camera.ts";
import { until } from "../../../support/box/wait.ts";

const run = promisify(execFile);

/** A clock that runs `factor` times as fast as the machine's. */
function fastClock(factor: number): Clock {
  return {
    wallMs: () => Date.now(),
    ageMs: () => Date.now(),
    monoMs: () => performance.now() * factor,
    after: (delayMs, work) => systemClock.after(delayMs / factor, work),
    every: (periodMs, work) => systemClock.every(periodMs / factor, work),
  };
}

async function withCamera(
  options: { clock?: Clock; file?: string },
  work: (camera: DemoCamera) => Promise<void>,
): Promise<void> {
  const camera = new DemoCamera({ clock: systemClock, log: silentLogger, ...options });
  await camera.start();
  try {
    await work(camera);
  } finally {
    await camera.stop();
  }
}

interface Packet {
  ptsSec: number;
  sizeBytes: number;
  crc: string;
}

/** What the real ffmpeg receives as a client: its first `count` packets. */
async function receive(url: string, count: number): Promise<Packet[]> {
  const input = ["-v", "error", "-rtsp_transport", "tcp", "-i", url];
  const output = ["-c", "copy", "-frames:v", String(count), "-f", "framecrc", "-"];
  const { stdout } = await run("ffmpeg", [...input, ...output], { timeout: 60_000 });
  const lines = stdout.split("\n").filter((line) => /^\d/.test(line));
  return lines.map((line) => {
    const [, , pts, , size, crc] = line.split(",").map((cell) => cell.trim());
    return { ptsSec: Number(pts) / 90_000, sizeBytes: Number(size), crc: crc! };
  });
}

function steps(packets: readonly Packet[]): number[] {
  return packets.slice(2).map((packet, i) => packet.ptsSec - packets[i + 1]!.ptsSec);
}

/** A client that speaks RTSP by hand. */
async function dial(url: string): Promise<{
  socket: Socket;
  ask: (method: string, path: string, headers?: Record<string, string>) => Promise<string>;
}> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.on("error", () => undefined);
  let cseq = 0;
  return {
    socket,
    ask: async (method, path, headers = {}) => {
      cseq += 1;
      const lines = [`${method} rtsp://${hostname}:${port}${path} RTSP/1.0`, `CSeq: ${cseq}`];
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      return answer.toString("latin1");
    },
  };
}

async function openStream(url: string): Promise<Socket> {
  const client = await dial(url);
  await client.ask("SETUP", "/yard/track1", { Transport: "RTP/AVP/TCP;unicast;interleaved=0-1" });
  await client.ask("PLAY", "/yard");
  return client.socket;
}

describe("the demo camera", () => {
  let workDir: string;
  let shortClip: string;

  before(async () => {
    workDir = await mkdtemp(join(tmpdir(), "gatehouse-demo-"));
    shortClip = join(workDir, "short.mp4");
    await run("ffmpeg", ["-v", "error", "-i", sceneFile, "-t", "2", "-c", "copy", shortClip]);
  });

  after(() => rm(workDir, { recursive: true, force: true }));

  it("is decoded by ffmpeg without a complaint, at the scene's size and pace", async () => {
    await withCamera({ clock: fastClock(4) }, async (camera) => {
      const input = ["-v", "warning", "-rtsp_transport", "tcp", "-i", camera.url];
      const { stdout, stderr } = await run(
        "ffmpeg",
        [...input, "-frames:v", "25", "-vf", "scale=32:18", "-f", "framecrc", "-"],
        { timeout: 60_000 },
      );
      assert.equal(stderr, "");
      assert.equal(stdout.split("\n").filter((line) => /^\d/.test(line)).length, 25);
      const packets = await receive(camera.url, 30);
      for (const step of steps(packets)) assert.ok(Math.abs(step - 0.1) < 0.002, `step ${step}`);
    });
  });

  it("counts time on where the clip begins again", async () => {
    await withCamera({ clock: fastClock(4), file: shortClip }, async (camera) => {
      const packets = await receive(camera.url, 50);
      assert.equal(packets.length, 50);
      for (const step of steps(packets)) assert.ok(Math.abs(step - 0.1) < 0.002, `step ${step}`);
      assert.equal(packets[20]!.crc, packets[0]!.crc);
      assert.equal(packets[47]!.crc, packets[7]!.crc);
    });
  });

  it("shows two clients the same pictures and lets the later one begin at a key frame", async () => {
    await withCamera({ clock: fastClock(4) }, async (camera) => {
      // Long enough for a later client that takes seconds to begin.
      const first = receive(camera.url, 240);
      const watching = await openStream(camera.url);
      watching.resume();
      await until(() => camera.framesSent > 25, { what: "the first client plays" });
      const [early, late] = await Promise.all([first, receive(camera.url, 10)]);
      watching.destroy();
      const begin = early.findIndex((packet) => packet.crc === late[0]!.crc);
      assert.ok(begin > 0, "the later client sees a picture that the first saw later");
      assert.equal(begin % 20, 0, "key frames stand every 20 frames");
      assert.deepEqual(
        late.map((packet) => packet.crc),
        early.slice(begin, begin + 10).map((packet) => packet.crc),
      );
    });
  });

  it("begins the scene again for the first client after nobody watched", async () => {
    await withCamera({ clock: fastClock(4) }, async (camera) => {
      const once1 = await receive(camera.url, 30);
      await until(() => camera.clients === 0, { what: "the client has gone" });
      const again = await receive(camera.url, 3);
      assert.deepEqual(
        again.map((packet) => packet.crc),
        once1.slice(0, 3).map((packet) => packet.crc),
      );
    });
  });

  it("leaves out frames for a client that takes none, and counts them", async () => {
    await withCamera({ clock: fastClock(60) }, async (camera) => {
      const lazy = await openStream(camera.url);
      lazy.pause();
      await until(() => camera.framesSkipped > 50, { what: "frames are left out" });
      const busy = await receive(camera.url, 20);
      assert.equal(busy.length, 20);
      lazy.destroy();
    });
  });

  it("refuses what it does not have", async () => {
    await withCamera({}, async (camera) => {
      const { ask, socket } = await dial(camera.url);
      assert.match(await ask("OPTIONS", "*"), /^RTSP\/1.0 200 OK\r\nCSeq: 1\r\n/);
      assert.match(await ask("DESCRIBE", "/other"), /^RTSP\/1.0 404 /);
      assert.match(await ask("DESCRIBE", "/yard"), /a=rtpmap:96 H264\/90000/);
      assert.match(await ask("PLAY", "/yard"), /^RTSP\/1.0 455 /);
      const udp = { Transport: "RTP/AVP;unicast;client_port=5000-5001" };
      assert.match(await ask("SETUP", "/yard/track1", udp), /^RTSP\/1.0 461 /);
      assert.match(await ask("RECORD", "/yard"), /^RTSP\/1.0 501 /);
      assert.match(await ask("GET_PARAMETER", "/yard"), /^RTSP\/1.0 200 /);
      assert.match(await ask("TEARDOWN", "/yard"), /^RTSP\/1.0 200 /);
      socket.destroy();
    });
  });

  it("cuts off a client that sends without end, and serves on", async () => {
    await withCamera({}, async (camera) => {
      const { socket } = await dial(camera.url);
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.write("X".repeat(200_000));
      await closed;
      const { ask, socket: other } = await dial(camera.url);
      assert.match(await ask("OPTIONS", "/yard"), /^RTSP\/1.0 200 /);
      other.destroy();
    });
  });

  it("ends its clients' connections when it stops, twice if asked", async () => {
    const camera = new DemoCamera({ clock: systemClock, log: silentLogger });
    await camera.start();
    const watching = await openStream(camera.url);
    watching.resume();
    const closed = once(watching, "close");
    await camera.stop();
    await camera.stop();
    await closed;
  });
});
