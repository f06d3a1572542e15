/**
 * Sends one 720p15 clip in real time by WebRTC. Messages: an offer is answered, `usage` gives time and memory of this
 * process and of that with the connections.
 */
import { cpuSec } from "../../../support/box/cpu-time.ts";
import { residentBytes } from "../../../support/box/memory-bytes.ts";
import { startWebrtcRig } from "../../../support/cameras/webrtc/webrtc-rig.ts";

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
    globalThis.gc?.();
    const { pid } = rig.child;
    const childSec = pid === undefined ? 0 : cpuSec(pid);
    process.send!({
      main: { usedSec: cpuSec(process.pid) - childSec, bytes: process.memoryUsage.rss() },
      child: { usedSec: childSec, bytes: pid === undefined ? 0 : residentBytes(pid) },
    });
  } else void rig.open(message).then(({ answer }) => process.send!(answer));
});
process.send!("ready");
