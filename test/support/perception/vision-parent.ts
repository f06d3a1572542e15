import { systemClock } from "../../../src/base/core/clock.ts";
import { makeClip } from "../cameras/video-fragments.ts";
import { childrenOf, feed, startVision, until, watch } from "./vision-watch.ts";

/**
 * A process that watches a stream and prints `<vision child> <decoder>` as soon as pictures come;
 * tests kill it to see what it leaves behind.
 */
const clip = await makeClip({ seconds: 60 });
const { vision } = await startVision();
const { stream, results } = watch(vision);
feed(stream, clip);
await until("pictures", () => results.length > 0);
const pid = vision.pid!;
process.stdout.write(`${pid} ${childrenOf(pid, "ffmpeg").join(" ")}\n`);
systemClock.after(60_000, () => {});
