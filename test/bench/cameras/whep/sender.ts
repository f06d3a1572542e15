/** Sends one 720p15 clip in real time by WebRTC. Messages: an offer is answered, `usage` gives time and memory. */
import { startWebrtcRig } from "../../../support/cameras/webrtc-rig.ts";

const rig = await startWebrtcRig(
  { after: () => {} },
  {
    clip: {
      seconds: 4,
      fps: 15,
      gop: 30,
      size: "1280x720",
      output: ["-b:v", "2M", "-maxrate", "2M", "-bufsize", "1M"],
    },
  },
);

process.on("message", (message: string) => {
  if (message === "usage") {
    const { user, system } = process.cpuUsage();
    globalThis.gc?.();
    process.send!({ usedMs: (user + system) / 1000, bytes: process.memoryUsage.rss() });
  } else void rig.open(message).then(({ answer }) => process.send!(answer));
});
process.send!("ready");
