/**
 * Serves one clip by RTSP, WebRTC and WebSocket as the main process does. Messages: the addresses come first; `memory`
 * is answered with that of this process and of the WebRTC process, after a collection. Run it with `--expose-gc`.
 */
import { getHeapStatistics } from "node:v8";
import { WhepSessions } from "../../../../src/cameras/restream/whep-sessions.ts";
import { StreamSlots } from "../../../../src/http/streaming/stream-slots.ts";
import { residentBytes } from "../../box/memory-bytes.ts";
import { Rig } from "../../http/rig.ts";
import { fakeStreams } from "../../perception/fake-streams.ts";
import { startRtspRig } from "../rtsp-rig.ts";
import { startWebrtcRig } from "./webrtc-rig.ts";

/** Where the readers connect. */
export interface ReaderAddresses {
  httpPort: number;
  key: string;
  rtspUrl: string;
}

/** Bytes after a collection. */
export interface ServedMemory {
  /** Objects and buffers of this process. */
  usedBytes: number;
  /** What V8 keeps in RAM for its heap, code and free pages included. */
  heapResidentBytes: number;
  /** Outside V8's heap; `usedBytes` includes it. */
  externalBytes: number;
  arrayBufferBytes: number;
  residentBytes: number;
  /** Of `residentBytes`, what lies in no file: without the program, and without the store, which is mapped. */
  anonymousBytes: number;
  childResidentBytes: number;
  /** Readers that are open. */
  readers: number;
}

const many = 1_000_000;
const endless = { after: () => {} };
const rtsp = await startRtspRig(endless);
const webrtc = await startWebrtcRig(endless);
const slots = new StreamSlots({ perKey: 50, perBox: 50, message: "too many" });
const rig = new Rig({
  whep: new WhepSessions({ viewers: webrtc.peers, slots }),
  streams: { ...fakeStreams(), openVideo: (_org, _id, { sink }) => webrtc.live.open(sink) },
  quotas: { readsPerMinute: many, createsPerMinute: many },
});
await rig.start();

process.on("message", () => {
  // The second frees what finalizers of the first let go.
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  const { pid } = webrtc.child;
  const memory: ServedMemory = {
    usedBytes: heapUsed + external,
    heapResidentBytes: getHeapStatistics().total_physical_size,
    externalBytes: external,
    arrayBufferBytes: arrayBuffers,
    residentBytes: rss,
    anonymousBytes: residentBytes(process.pid, "RssAnon"),
    childResidentBytes: pid === undefined ? 0 : residentBytes(pid),
    readers: rtsp.live.readers + webrtc.live.readers,
  };
  process.send!(memory);
});
process.on("disconnect", () => process.exit(0));
const addresses: ReaderAddresses = {
  httpPort: Number(new URL(rig.server.url()).port),
  key: rig.key,
  rtspUrl: rtsp.url("yard"),
};
process.send!(addresses);
