/** Sends one 720p15 clip in real time: by our RTSP server (`rtsp`, with a tone as `sound`), or its fragments to every socket (`raw`). */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { startRtspRig } from "../../../support/cameras/rtsp-rig.ts";
import { LiveClip } from "../../../support/cameras/live-clip.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";

const clip = {
  seconds: 4,
  fps: 15,
  gop: 30,
  size: "1280x720",
  output: ["-b:v", "2M", "-maxrate", "2M", "-bufsize", "1M"],
};

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
});

const [, , kind] = process.argv;

if (kind !== "raw") {
  const hasTone = kind === "sound";
  const server = { maxReaders: 1000 };
  const rig = await startRtspRig({ after: () => {} }, { clip, hasTone, server });
  process.send!(rig.server.ports().rtsp);
} else {
  const live = new LiveClip(await makeClip(clip), "avc1.64001f", clip.fps);
  const sockets = new Set<Socket>();
  live.open({
    onFragment: ({ bytes }) => {
      for (const socket of sockets) socket.write(bytes);
    },
    onEnd: () => {},
  });
  const server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send!((server.address() as AddressInfo).port);
}
