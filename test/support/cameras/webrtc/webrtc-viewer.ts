import { readdirSync, readFileSync } from "node:fs";
import { cleanup, PeerConnection, RtcpReceivingSession, type Track, Video } from "node-datachannel";
import { until } from "../../box/wait.ts";

/** One RTP packet that a viewer received. */
export interface ReceivedPacket {
  sequence: number;
  rtpTime: number;
  payloadType: number;
  isLast: boolean;
  /** The packet without its header and header extension. */
  payload: Buffer;
  hasExtension: boolean;
}

/** The H.264 formats that Chromium offers, in its order. */
const chromiumFormats = [
  "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f",
  "level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42001f",
  "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f",
];

const hevcFormat = "level-id=93;profile-id=1;tier-flag=0;tx-mode=SRST";

/** A viewer of WHEP: the library of the box in the other role, on the loopback address. */
export class WebrtcViewer {
  readonly packets: ReceivedPacket[] = [];
  /** RTCP packets by type. */
  readonly reports = new Map<number, number>();
  readonly #connection = new PeerConnection("viewer", {
    iceServers: [],
    bindAddress: "127.0.0.1",
    disableAutoNegotiation: true,
  });
  readonly #track: Track;
  #isKeeping = true;
  #ssrc = 0;

  /** `SendRecv` for a viewer that sends RTCP itself: the library sends none on a track that only receives. */
  constructor(codec: "H264" | "H265" = "H264", direction: "RecvOnly" | "SendRecv" = "RecvOnly") {
    const video = new Video("0", direction);
    const formats = codec === "H264" ? chromiumFormats : [hevcFormat];
    for (const [at, format] of formats.entries()) video.addVideoCodec(102 + at, codec, format);
    this.#track = this.#connection.addTrack(video);
    this.#track.setMediaHandler(new RtcpReceivingSession());
    this.#track.onMessage((bytes) => this.#onMessage(bytes));
  }

  /** Returns its offer, with its candidates. */
  async offer(): Promise<string> {
    this.#connection.setLocalDescription("offer");
    await until(() => this.#connection.gatheringState() === "complete", { what: "the offer" });
    return this.#connection.localDescription()!.sdp;
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(answer, "answer");
  }

  get state(): string {
    return this.#connection.state();
  }

  /** Asks for a new picture (PLI). */
  requestPicture(): void {
    this.#track.requestKeyframe();
  }

  /** Asks for a lost packet again (generic NACK, RFC 4585 6.2.1). */
  requestPacket(sequence: number): void {
    const nack = Buffer.from([0x81, 205, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    nack.writeUInt32BE(this.#ssrc, 8);
    nack.writeUInt16BE(sequence, 12);
    this.#track.sendMessageBinary(nack);
  }

  /** Takes packets from now on without keeping them. */
  forget(): void {
    this.packets.length = 0;
    this.#isKeeping = false;
  }

  close(): void {
    this.#connection.close();
  }

  #onMessage(bytes: Buffer): void {
    if (!this.#isKeeping) return;
    const second = bytes[1]!;
    if (second >= 192 && second <= 223) {
      this.reports.set(second, (this.reports.get(second) ?? 0) + 1);
      return;
    }
    this.#ssrc = bytes.readUInt32BE(8);
    const hasExtension = (bytes[0]! & 0x10) !== 0;
    const start = hasExtension ? 16 + 4 * bytes.readUInt16BE(14) : 12;
    this.packets.push({
      sequence: bytes.readUInt16BE(2),
      rtpTime: bytes.readUInt32BE(4),
      payloadType: second & 0x7f,
      isLast: (second & 0x80) !== 0,
      payload: Buffer.from(bytes.subarray(start)),
      hasExtension,
    });
  }
}

/**
 * Ends the threads of the library, which keep the process from ending and abort it if it ends while they run. Call it
 * when all viewers are closed; viewers after it start the threads again.
 */
export async function endViewerThreads(): Promise<void> {
  cleanup();
  const names = (): string[] =>
    readdirSync("/proc/self/task").map((id) => {
      try {
        return readFileSync(`/proc/self/task/${id}/comm`, "utf8");
      } catch {
        return "";
      }
    });
  await until(() => !names().some((name) => /^(RTC|SCTP|juice)/.test(name)), {
    what: "the end of the threads",
  });
}
