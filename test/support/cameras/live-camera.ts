import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What a camera shows. */
export interface LivePicture {
  widthPx: number;
  heightPx: number;
  pixels: "gray" | "rgb24";
  fps: number;
  /** Seconds between key frames. */
  gopSec: number;
  /** The frame of the moment `nowMs`, in Unix milliseconds. */
  draw(nowMs: number): Uint8Array;
}

/** A camera whose frames are drawn, coded and sent in real time. Always `stop()` it. */
export interface LiveCamera {
  readonly url: string;
  stop(): void;
}

/** Starts the camera on loopback. */
export async function startLiveCamera(picture: LivePicture): Promise<LiveCamera> {
  const { widthPx, heightPx, pixels, fps, gopSec } = picture;
  const udpPort = await freeUdpPort();
  const camera = spawn(
    "/usr/bin/python3",
    [fileURLToPath(new URL("live-camera.py", import.meta.url)), String(udpPort)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = (await once(createInterface({ input: camera.stdout }), "line")) as [string];
  const { port } = JSON.parse(line) as { port: number };
  const encoder = spawn(
    "ffmpeg",
    `-loglevel error -f rawvideo -pix_fmt ${pixels} -s ${widthPx}x${heightPx} -r ${fps} -i pipe:0 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -tune zerolatency -g ${Math.round(fps * gopSec)} -f rtp -payload_type 96 rtp://127.0.0.1:${udpPort}`.split(
      " ",
    ),
    { stdio: ["pipe", "ignore", "inherit"] },
  );
  encoder.stdin.on("error", () => {});
  const drawing = setInterval(() => encoder.stdin.write(picture.draw(Date.now())), 1000 / fps);
  return {
    url: `rtsp://127.0.0.1:${port}/live`,
    stop() {
      clearInterval(drawing);
      encoder.kill("SIGKILL");
      camera.kill("SIGKILL");
    },
  };
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}
